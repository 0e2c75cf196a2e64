import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { outsideProblem, readOutside } from '../../core/outside.ts'
import { readSettings } from '../../settings.ts'
import { furnished } from '../../testing/college.ts'
import { readSharedFacts } from './reads.ts'
import { isNewer } from './releases.rules.ts'
import { lookAtReleases } from './releases.writes.ts'
import { sharedConcerns } from './rules.ts'
import { noteConcerns, takeNews } from './writes.ts'

let asked = 0
let answer: (response: ServerResponse) => void = (response) => response.end()
/** Plays a list of releases, over real HTTP. */
const list = createServer(({ url }, response) => {
  if (url === '/silent') return
  asked += 1
  answer(response)
})
list.listen(0, '127.0.0.1')
await once(list, 'listening')
const RELEASES_URL = `http://127.0.0.1:${(list.address() as AddressInfo).port}/latest`
const host = new URL(RELEASES_URL).host
afterAll(() => {
  list.closeAllConnections()
  list.close()
})

const { at, admin, principal } = await furnished({ environment: { RELEASES_URL } })
const db = at.plainDb
const settings = readSettings({ RELEASES_URL })

/** A day later, as the round of every minute has it. */
async function look(text?: string | ((response: ServerResponse) => void)): Promise<void> {
  answer = typeof text === 'function' ? text : (response) => response.end(text)
  await at.db.updateTable('newest_release').set({ asked_at: null }).execute()
  await lookAtReleases({ db, settings })
  await noteConcerns(db, '', sharedConcerns(await readSharedFacts(db, settings), false, undefined))
}
const told = async () => (await admin.get('/status')).body.data.releases
const concerns = async () =>
  (await admin.get('/status')).body.data.concerns.map(({ kind, detail }: Record<string, string>) => [kind, detail])
const release = (more: object) => JSON.stringify({ tag_name: 'v1.4.0', ...more })
const feed = (...entries: string[]) =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>9.9.9</title>${entries.join('')}</feed>`

beforeEach(async () => {
  await at.db.deleteFrom('concerns').execute()
  await at.db.updateTable('newest_release').set({ version: null, page: null, read_at: null, failure: null }).execute()
  asked = 0
})

describe('a newer version', () => {
  test('is told on Status, Settings and Today of administrators, and leaves the installation well', async () => {
    await look(release({ name: 'Spring', html_url: 'https://git.example.org/elog/releases/v1.4.0' }))
    expect(await told()).toEqual({
      installed: '0.1.0',
      place: host,
      asked_at: expect.any(String),
      read_at: expect.any(String),
      newest: '1.4.0',
      is_newer: true,
      page: 'https://git.example.org/elog/releases/v1.4.0',
      failure: null,
    })
    expect(await concerns()).toEqual([['new-version', 'Version 1.4.0 is there; this is 0.1.0.']])
    expect((await admin.get('/settings')).body.data.releases).toEqual(await told())
    expect((await at.nobody.get('/health')).body).toEqual({ status: 'ok' })
    const partsOf = async (caller: typeof admin) =>
      (await caller.get('/today')).body.data.filter(({ kind }: { kind: string }) => kind === 'installation')
    expect(await partsOf(admin)).toMatchObject([
      { total: 1, lines: [{ text: 'There is a newer version', is_urgent: false, to: '/status' }] },
    ])
    expect(await partsOf(principal)).toEqual([])
  })

  test('is told to whom alerts go once a week, and goes with the upgrade', async () => {
    const news = () => db.transaction().execute((tx) => takeNews(tx))
    const toldAgo = (days: number) =>
      at.db
        .updateTable('concerns')
        .set({ told_at: new Date(Date.now() - days * 24 * 60 * 60_000) })
        .execute()
    await look(release({}))
    expect((await news()).begun).toMatchObject([{ kind: 'new-version' }])
    await toldAgo(6)
    expect((await news()).begun).toEqual([])
    await toldAgo(8)
    expect((await news()).begun).toHaveLength(1)
    await look(release({ tag_name: '0.1.0' }))
    expect((await news()).ended).toHaveLength(1)
  })

  test.each([
    ['an older one', release({ tag_name: 'v0.0.9' }), '0.0.9'],
    ['the same one', release({ tag_name: '0.1.0+build.7' }), '0.1.0'],
    ['a prerelease by its number', release({ tag_name: 'v1.4.0-rc.1' }), null],
    ['a prerelease by its word', release({ prerelease: true }), null],
    ['a draft', release({ draft: true }), null],
    ['no release yet', '[]', null],
    ['a feed without one', feed(), null],
  ])('is not %s', async (_, text, newest) => {
    await look(text)
    expect(await told()).toMatchObject({ newest, is_newer: false, failure: null })
    expect(await concerns()).toEqual([])
  })

  test.each([
    ['a name without a tag, as GitLab may have it', JSON.stringify({ name: ' 1.4.0 ' })],
    ['an array, not in order', JSON.stringify([{ tag_name: 'v1.4.0-rc.2' }, { tag_name: '1.3.9' }, { name: '1.4.0' }])],
    [
      'a feed by titles',
      feed('<entry><title>1.10.0-rc.1</title></entry>', '<entry><title type="text">v1.4.0</title></entry>'),
    ],
    [
      'a feed by the end of a link or an id',
      feed(
        '<entry><title>Old</title><id>tag:github.com,2008:Repository/1/v1.3.0</id></entry>',
        '<entry><title>Spring &amp; all</title><link rel="self" href="/x/9.0.0"/><link href="https://git.example.org/v1.4.0"/></entry>',
      ),
    ],
  ])('is found in %s', async (_, text) => {
    await look(text)
    expect(await told()).toMatchObject({ newest: '1.4.0', is_newer: true, failure: null })
  })
})

test.each([
  ['1.4.0', '1.3.9', true],
  ['1.10.0', '1.9.0', true],
  ['2.0.0', '1.99.99', true],
  ['1.4.0', '1.4.0', false],
  ['1.3.9', '1.4.0', false],
  ['1.4.0', '1.4.0-rc.1', true],
])('%s after %s: %s', (one, than, expected) => expect(isNewer(one, than)).toBe(expected))

test('a text of the list comes to no page: a version is three numbers, an address https', async () => {
  const script = '<script>alert(1)</script>'
  for (const text of [
    release({ tag_name: `1.4.0${script}`, name: script }),
    release({ tag_name: `1.4.0\n${script}` }),
    feed(`<entry><title>1.4.0&lt;script&gt;</title><id>${'9'.repeat(2000)}</id></entry>`),
  ]) {
    await look(text)
    expect(await told()).toMatchObject({ newest: null, failure: 'It names no version such as 1.4.0.' })
  }
  for (const html_url of ['javascript:alert(1)', 'http://git.example.org/', 'https://me:word@git.example.org/', 7]) {
    await look(release({ html_url }))
    expect(await told(), `${html_url}`).toMatchObject({ newest: '1.4.0', page: null })
  }
  await look(release({ html_url: `https://git.example.org/"><img src=x>` }))
  expect((await told()).page).toBe('https://git.example.org/%22%3E%3Cimg%20src=x%3E')
})

describe('a list that can’t be read is no concern, and said', () => {
  const EMPTY = 'It is no list of releases.'
  test.each<[string, (response: ServerResponse) => void, string]>([
    ['a 404', (response) => response.writeHead(404).end(), 'It answered 404.'],
    ['a redirection', (response) => response.writeHead(302, { location: RELEASES_URL }).end(), 'It answered 302.'],
    ['nothing', (response) => response.end(), EMPTY],
    ['a page', (response) => response.end('<!doctype html><html><body>1.4.0</body></html>'), EMPTY],
    ['half of one', (response) => response.end('{"tag_name": "1.4'), EMPTY],
    ['bytes', (response) => response.end(Buffer.alloc(5_000, 0xff)), EMPTY],
    ['another JSON', (response) => response.end('[[["1.4.0"]], null, 7]'), 'It names no version such as 1.4.0.'],
    [
      'entities',
      (response) => response.end('<!DOCTYPE feed [<!ENTITY v "1.4.0">]><feed><entry><title>&v;</title></entry></feed>'),
      EMPTY,
    ],
    ['a cut connection', (response) => response.write('{', () => response.destroy()), 'It ended the connection.'],
  ])('%s', async (_, play, failure) => {
    await look(release({}))
    await look(play)
    // The version that was read before stays.
    expect(await told()).toMatchObject({ newest: '1.4.0', is_newer: true, failure })
    expect((await concerns()).map(([kind]: string[]) => kind)).toEqual(['new-version'])
    expect(asked).toBe(2)
  })

  test('one without an end is read no further than its limit', async () => {
    let sent = 0
    await look(async (response) => {
      const piece = Buffer.alloc(64 * 1024, ' ')
      while (!response.destroyed) {
        sent += piece.length
        response.write(piece)
        await setImmediate()
      }
    })
    expect((await told()).failure).toBe('Its answer is longer than is read.')
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  test('one that hangs, or drips, is left after its seconds', async () => {
    const silent = { url: RELEASES_URL.replace('latest', 'silent'), headers: {}, isTrusted: true, mostBytes: 1 }
    const left = readOutside(silent).catch(outsideProblem)
    await look((response) => {
      const drip = setInterval(() => response.write(' '), 100)
      response.once('close', () => clearInterval(drip))
    })
    expect((await told()).failure).toBe('It did not answer in time.')
    expect(await left).toBe('It did not answer in time.')
  }, 40_000)
})

test('one process of all asks, once a day; another address after ten minutes', async () => {
  answer = (response) => response.end(release({}))
  const asks = (address = RELEASES_URL) => lookAtReleases({ db, settings: readSettings({ RELEASES_URL: address }) })
  const ago = (minutes: number) =>
    at.db
      .updateTable('newest_release')
      .set({ asked_at: new Date(Date.now() - minutes * 60_000) })
      .execute()
  await at.db.updateTable('newest_release').set({ asked_at: null }).execute()
  await Promise.all([asks(), asks(), asks()])
  expect(asked).toBe(1)
  await ago(23 * 60)
  await asks()
  expect(asked).toBe(1)
  await ago(24 * 60)
  await asks()
  expect(asked).toBe(2)
  await ago(9)
  await asks(`${RELEASES_URL}?other`)
  expect(asked).toBe(2)
  await ago(11)
  await asks(`${RELEASES_URL}?other`)
  expect(asked).toBe(3)
})

test('without an address nobody is asked, and Status says so', async () => {
  const { admin: other, at: elsewhere } = await furnished()
  await lookAtReleases({ db: elsewhere.plainDb, settings: readSettings({}) })
  expect(asked).toBe(0)
  expect((await other.get('/status')).body.data.releases).toMatchObject({ place: null, newest: null })
})
