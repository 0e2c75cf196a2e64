import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { isSignedToken, sharedSecret, signedToken } from '../core/secrets.ts'
import { unfurnished } from '../testing/college.ts'

const at = await unfurnished({ environment: { PUBLIC_URL: 'https://elog.college.test/' } })
const userId = await at.make.person('admin')
const authorization = `Bearer ${await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))}`
const token = signedToken(await sharedSecret(at.db, 'csrf'))

let count = 0
const write = async (headers: Record<string, string>) => {
  count += 1
  const name = `Forged ${count}`
  const answer = await at.app.inject({
    method: 'POST',
    url: '/api/departments',
    headers: { authorization, host: '127.0.0.1:3000', ...headers },
    payload: { name },
  })
  const stored = await at.db.selectFrom('departments').select('id').where('name', '=', name).executeTakeFirst()
  expect(stored !== undefined).toBe(answer.statusCode === 201)
  return answer.statusCode
}

describe('a call that changes something', () => {
  test('is let through from a script, and from the own page', async () => {
    expect(await write({})).toBe(201)
    expect(await write({ 'x-csrf-token': token })).toBe(201)
    for (const origin of ['http://127.0.0.1:3000', 'https://elog.college.test'])
      expect(await write({ 'x-csrf-token': token, origin }), origin).toBe(201)
  })

  test('is refused from a foreign page, with whatever token', async () => {
    const foreign = [
      'https://evil.test',
      'null',
      'http://127.0.0.1:3001',
      'https://elog.college.test.evil.test',
      'http://localhost:3000',
      'x',
      '',
    ]
    for (const origin of foreign) {
      expect(await write({ origin }), origin).toBe(403)
      expect(await write({ origin, 'x-csrf-token': token }), origin).toBe(403)
    }
  })

  test('is refused with a token that the server did not sign', async () => {
    const [nonce, signature] = token.split('.')
    const wrong = ['x', `${nonce}.`, `.${signature}`, `${nonce}.${signature}x`, `x${token}`, `${token}.x`]
    for (const one of [...wrong, signedToken(randomBytes(32))])
      expect(await write({ 'x-csrf-token': one }), one).toBe(403)
  })

  test('is so before sign-in too', async () => {
    const answer = await at.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { origin: 'https://evil.test' },
      payload: { email: 'a@b.test', password: 'Correct1' },
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({ message: 'This call came from a foreign page.' })
  })
})

test('a call that only reads asks for neither', async () => {
  const headers = { authorization, origin: 'https://evil.test', 'x-csrf-token': 'x' }
  expect((await at.app.inject({ method: 'GET', url: '/api/departments', headers })).statusCode).toBe(200)
})

test('all processes on one database share a secret, made once', async () => {
  const asked = await Promise.all(Array.from({ length: 5 }, () => sharedSecret(at.db, 'another')))
  expect(new Set(asked.map((secret) => secret.toString('hex'))).size).toBe(1)
  expect(asked[0]).toHaveLength(32)
  expect(isSignedToken(asked[0] as Buffer, token)).toBe(false)
  expect(isSignedToken(asked[0] as Buffer, signedToken(asked[0] as Buffer))).toBe(true)
})
