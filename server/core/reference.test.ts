import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { declaredEndpoints } from '../testing/contracts.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

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
  expect(body.paths['/api/departments'].post.security).toEqual([{ session: [] }])
})

test('the reference can be read in a browser without anything from elsewhere', async () => {
  const page = await at.app.inject('/api/docs')
  const address = page.statusCode === 302 ? String(page.headers.location) : '/api/docs'
  const { statusCode, body, headers } = await at.app.inject(address.startsWith('.') ? '/api/docs/' : address)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/html')
  expect(body).not.toMatch(/(?:src|href)="https?:/)
})
