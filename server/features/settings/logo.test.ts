import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { furnished } from '../../testing/college.ts'
import { pictureSize } from './picture-size.rules.ts'

const { at, admin, principal, student } = await furnished()

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** The head of one, without what it shows. */
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108003200640301220002110103110100', 'hex')
function logoForm(name: string, content: Buffer): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  return form
}
const give = (name: string, content = PIXEL) => admin.upload('/settings/logo', logoForm(name, content))

test('a logo is given, shown to everybody who is signed in, replaced and removed; the trail tells it', async () => {
  expect((await principal.get('/settings/logo')).status).toBe(404)
  expect((await give('logo.png')).body.data.logo).toBe('logo.png')
  const seen = await (await student()).caller.get('/settings/logo')
  expect([seen.status, seen.headers['content-type'], seen.headers['x-content-type-options']]).toEqual([
    200,
    'image/png',
    'nosniff',
  ])
  expect(seen.headers['content-security-policy']).toBeTruthy()
  expect((await give('other.png')).body.data.logo).toBe('other.png')
  expect((await at.trailOf('college_settings', 1))[0]).toMatchObject({
    changes: { logo: [expect.stringMatching(/^logo\.png \(SHA-256 /), expect.stringMatching(/^other\.png /)] },
  })
  expect((await at.nobody.get('/settings/logo')).status).toBe(401)
  expect((await admin.delete('/settings/logo')).status).toBe(200)
  expect((await admin.get('/settings/logo')).status).toBe(404)
})

test('everybody sees it by its digest alone, as a picture that browsers keep; pages name the one there is', async () => {
  await give('logo.png')
  const digest = createHash('sha256').update(PIXEL).digest('hex')
  const { status, headers, raw } = await at.nobody.get(`/settings/mark?digest=${digest}`)
  expect([status, raw.equals(PIXEL)]).toEqual([200, true])
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const other of ['0'.repeat(64), '1', digest.toUpperCase()])
    expect((await at.nobody.get(`/settings/mark?digest=${other}`)).status).toBe(404)
  await admin.delete('/settings/logo')
  expect((await at.nobody.get(`/settings/mark?digest=${digest}`)).status).toBe(404)
})

test('what is no picture, too large in bytes or pixels, or from somebody else is refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [name, content] of [
    ['logo.svg', svg],
    ['logo.png', svg],
    ['logo.html', PIXEL],
  ] as const)
    expect((await give(name, content)).status, name).toBe(422)
  expect((await give('logo.png', Buffer.concat([PIXEL, Buffer.alloc(512 * 1024)]))).status).toBe(413)
  const wide = Buffer.from(PIXEL)
  wide.writeUInt32BE(2001, 16)
  const refused = await give('logo.png', wide)
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { file: ['The picture must be at most 2000 pixels wide and high.'] },
  ])
  expect((await principal.upload('/settings/logo', logoForm('logo.png', PIXEL))).status).toBe(403)
  expect(await at.count('college_logos')).toBe(0)
})

test('a picture of which only the head is there, or that is damaged, is no logo', async () => {
  const damaged = Buffer.from(PIXEL)
  damaged.writeUInt8(0, 50)
  const header = Buffer.concat([PIXEL.subarray(0, 33), Buffer.alloc(20)])
  for (const [name, content] of [
    ['head.png', header],
    ['cut.png', PIXEL.subarray(0, 45)],
    ['damaged.png', damaged],
    ['head.jpg', JPEG],
  ] as const) {
    const { status, body } = await give(name, content)
    expect([name, status, body.errors]).toEqual([
      name,
      422,
      { file: ['The picture is damaged. Open it in a picture program and save it again.'] },
    ])
  }
  expect(await at.count('college_logos')).toBe(0)
})

test('papers have it at their head, the same picture once in a file, and none where it is gone', async () => {
  const picturesIn = async () => {
    const { raw } = await admin.get('/postings/export?format=pdf&from=2035-01-01')
    return raw.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
  }
  expect(await picturesIn()).toBe(0)
  await give('logo.png')
  expect(await picturesIn()).toBe(1)
  await admin.delete('/settings/logo')
  expect(await picturesIn()).toBe(0)
})

test('the size of a picture is read from its own words, and a damaged one tells none', () => {
  expect(pictureSize(PIXEL)).toEqual({ width: 1, height: 1 })
  expect(pictureSize(JPEG)).toEqual({ width: 100, height: 50 })
  for (const odd of [Buffer.alloc(0), Buffer.from('ffd8'), Buffer.alloc(30, 0xff), Buffer.alloc(30)])
    expect(pictureSize(odd)).toBeUndefined()
})

test('a call with a key, as the page makes it, is answered with the new logo', async () => {
  const token = await at.db.transaction().execute((tx) => openLogin(tx, admin.userId, undefined))
  for (const name of ['one.png', 'two.png']) {
    const form = new Response(logoForm(name, PIXEL))
    const answer = await at.app.inject({
      method: 'POST',
      url: '/api/settings/logo',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': name,
        'content-type': form.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await form.arrayBuffer()),
    })
    expect([answer.statusCode, answer.json().data.logo]).toEqual([200, name])
  }
  expect((await admin.delete('/settings/logo')).status).toBe(200)
})
