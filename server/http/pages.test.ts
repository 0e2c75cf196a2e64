import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clockOffsetOf } from '../core/clock.ts'
import { isSignedToken } from '../core/secrets.ts'
import { readSettings } from '../settings.ts'
import { addPages } from './pages.ts'
import { securityHeaders } from './security.ts'

const csrfSecret = randomBytes(32)
let app: FastifyInstance
let directory: string

beforeAll(async () => {
  const built = mkdtempSync(join(tmpdir(), 'clinical-elog-pages-'))
  directory = join(built, 'web')
  mkdirSync(join(directory, 'assets'), { recursive: true })
  writeFileSync(
    join(directory, 'index.html'),
    '<head><meta name="csrf-token" content="__CSRF__"><meta name="style-nonce" content="__NONCE__"><meta name="college-name" content="__COLLEGE__"><meta name="college-logo" content="__LOGO__"><meta name="college-clock" content="__CLOCK__"></head><div id="root"></div>',
  )
  writeFileSync(
    join(built, 'early-code.json'),
    JSON.stringify({
      '/tasks': { files: ['/assets/T-1.js', '/assets/T-1.css'], dialogs: { add: ['/assets/F-1.js'] } },
      '/results/:id': { files: ['/assets/R-1.js'], dialogs: {} },
      '/results/new': { files: ['/assets/N-1.js'], dialogs: {} },
    }),
  )
  writeFileSync(
    join(built, 'sign-in.html'),
    '<head><meta name="csrf-token" content="__CSRF__"><style nonce="__NONCE__"></style></head><p>__MARK____COLLEGE__</p><form>$& Email</form><script></script>',
  )
  writeFileSync(join(built, 'role-code.json'), '{"assets/T-1.js":["hod","student"],"assets/R-1.js":["hod"]}')
  writeFileSync(
    join(directory, 'sw.js'),
    'keep([{url:"index.html",revision:"0a"},{url:"assets/T-1.js",revision:null},{url:"assets/R-1.js",revision:null}],{})'.concat(
      '/'.repeat(2000),
    ),
  )
  writeFileSync(join(directory, 'manifest.webmanifest'), '{}')
  writeFileSync(join(directory, 'assets', 'index-abc.js'), '// hashed')
  // As the whole app is.
  app = fastify({ exposeHeadRoutes: false })
  await app.register(securityHeaders)
  const settings = readSettings({ COLLEGE_NAME: 'Khyber <College>' })
  await addPages(app, { settings, mail: undefined, csrfSecret }, directory)
})
afterAll(async () => {
  await app.close()
  rmSync(join(directory, '..'), { recursive: true })
})

test('a page names the logo that there is, and the sign-in shows it', async () => {
  const settings = { ...readSettings({ COLLEGE_NAME: '__MARK__ college' }), logo: undefined as string | undefined }
  const other = fastify()
  await other.register(securityHeaders)
  await addPages(other, { settings, mail: undefined, csrfSecret }, directory)
  const bodyOf = async (url: string) => (await other.inject({ url })).body
  expect([await bodyOf('/login'), await bodyOf('/tasks')]).toEqual([
    expect.stringContaining('<p>__MARK__ college</p>'),
    expect.stringContaining('name="college-logo" content=""'),
  ])
  settings.logo = 'ab12'
  expect(await bodyOf('/login')).toMatch(
    /<p><img class="mark" src="\/api\/settings\/mark\?digest=ab12" alt="" width="32" [^>]*>/,
  )
  expect(await bodyOf('/tasks')).toContain('name="college-logo" content="ab12"')
  await other.close()
})

test('a page tells no other site its address, and the one with a token in it not even our own', async () => {
  const policyOf = async (url: string) => (await app.inject({ url })).headers['referrer-policy']
  expect(await policyOf('/tasks?status=active')).toBe('same-origin')
  expect(await policyOf('/reset-password?token=secret')).toBe('no-referrer')
})

const tokenOf = (html: string) => /content="([^"]*)"/.exec(html)?.[1] ?? ''

// A page kept by a service worker is opened hours later, and must still be able to save.
test.each([
  '/attendance?modal=take&id=5',
  '/',
  '/index.html',
  '/index.html?__WB_REVISION__=1',
])('%s is the page with the college’s facts and a token that the server knows', async (url) => {
  const { statusCode, headers, body } = await app.inject({ url })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('Khyber &#60;College&#62;')
  const { offset, from, until } = clockOffsetOf('Asia/Karachi')
  expect(body).toContain(`"college-clock" content="${offset} ${from} ${until}"`)
  expect(isSignedToken(csrfSecret, tokenOf(body))).toBe(true)
})

test.each([
  [
    '/tasks?group_id=4',
    ['<link rel="modulepreload" href="/assets/T-1.js">', '<link rel="stylesheet" href="/assets/T-1.css">'],
  ],
  ['/tasks/', ['<link rel="modulepreload" href="/assets/T-1.js">', '<link rel="stylesheet" href="/assets/T-1.css">']],
  [
    '/tasks?modal=add&group_id=4',
    [
      '<link rel="modulepreload" href="/assets/T-1.js">',
      '<link rel="stylesheet" href="/assets/T-1.css">',
      '<link rel="modulepreload" href="/assets/F-1.js">',
    ],
  ],
  ['/results/new?modal=add', ['<link rel="modulepreload" href="/assets/N-1.js">']],
  ['/results/new?modal=constructor&modal=add', ['<link rel="modulepreload" href="/assets/N-1.js">']],
  ['/results/7', ['<link rel="modulepreload" href="/assets/R-1.js">']],
  ['/login', []],
  ['/results/7/more', []],
  ['/results/', []],
])('the page of %s names the code of its screen and of the dialog that it opens', async (url, tags) => {
  const { body } = await app.inject({ url })
  expect(body.match(/<link[^>]*>/g) ?? []).toEqual(tags)
})

test.each([
  ['/login', 2],
  ['/tasks', 3],
])('each script that stands in the page of %s is named by the policy', async (url, count) => {
  const { headers, body } = await app.inject({ url })
  const scripts = [...body.matchAll(/<script>(.+?)<\/script>/gs)]
  expect(scripts).toHaveLength(count)
  expect(headers['content-security-policy']).toMatch(/script-src 'self'(?: 'sha256-[\w+/]+=*')+;/)
  for (const [, script = ''] of scripts) {
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers['content-security-policy']).toContain(` 'sha256-${hash}'`)
  }
})

test('frames and objects of a page are its own', async () => {
  const policy = String((await app.inject({ url: '/library' })).headers['content-security-policy'])
  expect(policy).toContain(';frame-src blob:;object-src blob:;')
  expect(policy).toContain(";frame-ancestors 'none'")
})

test.each(['/login', '/tasks'])('styles stand in the page of %s by a nonce of that answer alone', async (url) => {
  const nonces = new Set<string | undefined>()
  for (const _visit of [1, 2]) {
    const { headers, body } = await app.inject({ url })
    const policy = String(headers['content-security-policy'])
    const [, nonce] = /(?:nonce|style-nonce" content)="([^"]*)"/.exec(body) ?? []
    expect(nonce).toMatch(/^[\w-]{22}$/)
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`)
    expect(policy).not.toContain('unsafe')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
  expect((await app.inject({ url: '/assets/index-abc.js' })).headers['content-security-policy']).toContain(
    "style-src 'self';",
  )
})

test('the sign-in stands in its page', async () => {
  const { body } = await app.inject({ url: '/login?from=mail' })
  expect(body).toContain('<p>Khyber &#60;College&#62;</p><form>$& Email</form>')
  expect(isSignedToken(csrfSecret, tokenOf(body))).toBe(true)
  for (const url of ['/', '/login/', '/login/x', '/dashboard'])
    expect((await app.inject({ url })).body).not.toContain('Email')
})

test.each([
  ['', ['index.html', 'assets/T-1.js', 'assets/R-1.js']],
  ['?for=hod', ['index.html', 'assets/T-1.js', 'assets/R-1.js']],
  ['?for=clerk.student', ['index.html', 'assets/T-1.js']],
  ['?for=clerk&for=nobody', ['index.html']],
  ['?for=', ['index.html']],
])('the service worker of %j keeps %j', async (query, urls) => {
  const { body, headers } = await app.inject({ url: `/sw.js${query}` })
  expect(headers['cache-control']).toBe('no-cache')
  expect([...body.matchAll(/url:"([^"]+)"/g)].map(([, url]) => url)).toEqual(urls)
  expect(() => Function(body)).not.toThrow()
})

test('the service worker of some roles is made once, whatever is written around them', async () => {
  const ask = (query: string, headers = {}) => app.inject({ url: `/sw.js?for=${query}`, headers })
  const tag = (await ask('hod')).headers.etag
  expect(tag).toMatch(/^"[\w-]{43}"$/)
  for (const query of ['hod.nobody', 'x.hod.y', 'hod.hod']) expect((await ask(query)).headers.etag).toBe(tag)
  expect((await ask('student')).headers.etag).not.toBe(tag)
  const again = await ask('hod', { 'if-none-match': String(tag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each([
  '/sw.js',
  '/sw.js?for=hod',
])('the service worker %s is compressed as each client accepts it', async (url) => {
  const plain = await app.inject({ url })
  for (const [coding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': coding } })
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
    expect(unpack(rawPayload).toString()).toBe(plain.body)
  }
})

test('a service worker that was asked for before is not written anew', async () => {
  const ask = (...urls: string[]) => Promise.all(urls.map((url) => app.inject({ url })))
  await ask('/sw.js', '/sw.js?for=hod')
  const written = vi.spyOn(Buffer, 'from')
  try {
    await ask('/sw.js', '/sw.js?for=hod', '/sw.js?for=others.hod.whatever')
    expect(written.mock.calls.filter(([text]) => typeof text === 'string' && text.startsWith('keep('))).toEqual([])
  } finally {
    written.mockRestore()
  }
})

test('the service worker is asked for anew at each visit, hashed assets never again', async () => {
  const worker = await app.inject({ url: '/sw.js' })
  expect(worker.statusCode).toBe(200)
  expect(worker.headers['content-type']).toContain('javascript')
  expect(worker.headers['cache-control']).toBe('no-cache')
  // From the own address only: 'self' covers workers, the manifest and what the worker fetches.
  expect(worker.headers['content-security-policy']).toContain("default-src 'self'")
  const manifest = await app.inject({ url: '/manifest.webmanifest' })
  expect([manifest.statusCode, manifest.body, manifest.headers['cache-control']]).toEqual([200, '{}', 'no-cache'])
  const asset = await app.inject({ url: '/assets/index-abc.js' })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await app.inject({ url: '/assets/index-old.js' })).statusCode).toBe(404)
})

test.each([
  '/tasks',
  '/sw.js',
  '/manifest.webmanifest',
  '/assets/index-abc.js',
])('HEAD of %s is answered as GET is, without a body', async (url) => {
  const get = await app.inject({ url })
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, get.headers['content-type'], ''])
})
