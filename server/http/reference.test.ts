import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test, vi } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { unfurnished } from '../testing/college.ts'
import { prepare } from './prepared.ts'

const at = await unfurnished()

test('the document is valid OpenAPI 3.1 and holds every declared endpoint', async () => {
  const { status, body } = await at.nobody.get('/openapi.json')
  expect(status).toBe(200)
  const validator = new Validator()
  expect(await validator.validate(structuredClone(body))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const declared = declaredEndpoints.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.sort()).toEqual(declared.sort())
})

test('an operation tells its body, its answer and its refusals', async () => {
  const { body } = await at.nobody.get('/openapi.json')
  const login = body.paths['/api/login'].post
  expect(login.requestBody.content['application/json'].schema.required).toEqual(['email', 'password'])
  expect(Object.keys(login.responses)).toEqual(expect.arrayContaining(['200', '401', '422', '429']))
  expect(login.security).toBeUndefined()
  expect(body.paths['/api/departments'].post.security).toEqual([{ login: [] }])
  const { content } = body.paths['/api/libraries'].post.requestBody
  expect(Object.keys(content).sort()).toEqual(['application/json', 'multipart/form-data'])
  expect(content['multipart/form-data'].schema.required).toEqual(['title', 'department_id'])
  expect(content['application/json'].schema.required).toEqual(['title', 'department_id', 'filename', 'file_path'])
})

test('the reference can be read in a browser without anything from elsewhere', async () => {
  const page = await at.app.inject('/api/docs')
  const address = page.statusCode === 302 ? String(page.headers.location) : '/api/docs'
  const { statusCode, body, headers } = await at.app.inject(address.startsWith('.') ? '/api/docs/' : address)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/html')
  expect(body).not.toMatch(/(?:src|href)="https?:/)
})

test('the document is rendered once, and asked for again it is told to be the same', async () => {
  const first = await at.app.inject('/api/openapi.json')
  await at.app.inject('/api/docs/yaml')
  const stringified = vi.spyOn(JSON, 'stringify')
  try {
    for (const path of ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml']) {
      const { statusCode, body, headers } = await at.app.inject(path)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers.etag, path).toMatch(/^"[\w-]{43}"$/)
      if (path !== '/api/docs/yaml') expect(body).toBe(first.body)
      const again = await at.app.inject({ url: path, headers: { 'if-none-match': String(headers.etag) } })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    }
    expect(
      stringified.mock.calls.filter(([value]) => value && typeof value === 'object' && 'openapi' in value),
    ).toEqual([])
  } finally {
    stringified.mockRestore()
  }
})

test('the document is compressed once, as each client accepts it, and known again by its tag', async () => {
  const plain = await at.app.inject('/api/openapi.json')
  const packed = { br: brotliDecompressSync, gzip: gunzipSync } as const
  const tags = new Set([plain.headers.etag])
  for (const [coding, unpack] of Object.entries(packed)) {
    const headers = { 'accept-encoding': coding }
    const first = await at.app.inject({ url: '/api/openapi.json', headers })
    expect(first.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
    expect(first.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(unpack(first.rawPayload).equals(plain.rawPayload)).toBe(true)
    const known = { ...headers, 'if-none-match': `"x", W/${first.headers.etag}` }
    const again = await at.app.inject({ url: '/api/openapi.json?x=1', headers: known })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    tags.add(first.headers.etag)
  }
  expect(tags.size).toBe(3)
})

test('its files are compressed and kept too, and what is not there is a 404', async () => {
  const url = '/api/docs/static/swagger-ui-bundle.js'
  const headers = { 'accept-encoding': 'gzip, br' }
  const sizes = await Promise.all([1, 2, 3].map(async () => (await at.app.inject({ url, headers })).rawPayload.length))
  const plain = await at.app.inject(url)
  expect(new Set(sizes).size).toBe(1)
  expect(sizes[0]).toBeLessThan(plain.rawPayload.length / 2)
  expect((await at.app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })).statusCode).toBe(304)
  expect((await at.app.inject('/api/docs/static/none.js')).statusCode).toBe(404)
  // Each spelling of an address would be compressed and kept once more.
  expect((await at.app.inject('/api/docs/static/swagger%2Dui-bundle.js')).statusCode).toBe(404)
})

test('a file that sixty-four ask for at once is compressed once', async () => {
  const url = '/api/docs/static/swagger-ui-standalone-preset.js'
  const spent = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await at.app.inject('/api/docs/')
  const first = await spent(() => Promise.all(Array.from({ length: 64 }, () => at.app.inject(url))))
  const { rawPayload, headers } = await at.app.inject(url)
  const one = await spent(() => prepare(rawPayload, { 'content-type': String(headers['content-type']) }))
  const again = await spent(() => Promise.all(Array.from({ length: 64 }, () => at.app.inject(url))))
  expect((first - again) / one).toBeLessThan(16)
})

test('every part of the reference keeps the policy of the app itself, which names no other host', async () => {
  const policy = (await at.app.inject('/api/health')).headers['content-security-policy']
  for (const path of [
    '',
    '/',
    '/static/swagger-ui-bundle.js',
    '/static/swagger-initializer.js',
    '/static/index.css',
    '/json',
  ]) {
    const { statusCode, headers } = await at.app.inject(`/api/docs${path}`)
    expect([path, statusCode]).toEqual([path, 200])
    expect(headers['content-security-policy']).toBe(policy)
  }
  expect(policy).not.toMatch(/https?:|\.[a-z]/)
  expect(policy).not.toMatch(/unsafe-(?:eval|hashes)|script-src[^;]*unsafe/)
})
