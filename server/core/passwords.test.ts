import { expect, test } from 'vitest'
import { newPassword } from '../../shared/contract/auth.ts'
import { hashPassword, readablePassword, verifyNothing, verifyPassword } from './passwords.ts'

test('a password is hashed with Argon2id at OWASP’s parameters, each time with another salt', async () => {
  const [first, second] = await Promise.all([hashPassword('Correct1'), hashPassword('Correct1')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
})

test('a hash verifies its own password alone, in any script, however many ask at once', async () => {
  const hash = await hashPassword('پاس ورڈ 🔑')
  const asked = ['پاس ورڈ 🔑', 'پاس ورڈ 🔒', 'پاس ورڈ 🔑 ', '', 'پاس ورڈ 🔑']
  expect(await Promise.all(asked.map((password) => verifyPassword(password, hash)))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
})

test('what is no hash verifies nothing', async () => {
  for (const hash of ['', 'none', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])
    expect(await verifyPassword('', hash), hash).toBe(false)
  expect(await verifyNothing('Correct1')).toBe(false)
})

test('a readable password fulfils the rule, has no letters that look alike, and is never the same', () => {
  const made = Array.from({ length: 500 }, readablePassword)
  for (const password of made) {
    expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{3}(-[A-HJ-NP-Za-km-z2-9]{3}){3}$/)
    expect(newPassword.safeParse(password).success, password).toBe(true)
  }
  expect(new Set(made).size).toBe(500)
})
