import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { signingIn } from '../../testing/sign-ins.ts'

const { at, passwordHash, call } = await signingIn()
const login = (email: unknown, password: unknown = 'Correct1') => call('POST', '/login', undefined, { email, password })
const emailOf = async (id: number) =>
  (await at.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email ?? ''
/** Gives a person the password Correct1. @returns the email */
const withPassword = async (id: number) => {
  await at.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  return emailOf(id)
}
const account = async (fields: object = {}) => emailOf(await at.make.user({ password_hash: passwordHash, ...fields }))
const tokenOf = async (email: string) => (await login(email)).body.access_token as string
const me = async (token?: string) => (await call('GET', '/auth/me', token)).status
const sessionOf = (token: string) =>
  at.db
    .selectFrom('logins')
    .selectAll()
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirst()

describe('signing in', () => {
  test('answers with a token and who it is, whatever the case of the email', async () => {
    const id = await at.make.person('faculty')
    await at.make.giveRole(id, 'hod')
    const email = await withPassword(id)
    const { status, body } = await login(` ${email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type', 'user'])
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 43_200 })
    expect(body.user).toEqual({
      id,
      name: expect.any(String),
      email,
      roles: ['hod', 'faculty'],
      must_change_password: false,
    })
    expect(body.access_token).toMatch(/^[\w-]{43}$/)
    expect((await call('GET', '/auth/me', body.access_token)).body).toEqual({ data: body.user })
  })

  test('stores of the token its hash alone, with the browser and the times', async () => {
    const token = await tokenOf(await account())
    const login = await sessionOf(token)
    expect(login).toMatchObject({ user_agent: 'a test' })
    const lasts = Date.parse(login?.expires_at ?? '') - Date.now()
    expect(Math.abs(lasts - 12 * 3_600_000)).toBeLessThan(60_000)
    const everything = JSON.stringify(await at.db.selectFrom('logins').selectAll().execute())
    expect(everything).not.toContain(token)
  })

  test('fails with one text for a wrong password and an unknown email', async () => {
    const wrong = { status: 401, body: { message: 'Invalid email or password.' } }
    const email = await account()
    expect(await login(email, 'correct1')).toEqual(wrong)
    expect(await login(email, 'Correct1 ')).toEqual(wrong)
    expect(await login('nobody@college.test')).toEqual(wrong)
  })

  test('checks what it is given', async () => {
    const errors = async (email: unknown, password: unknown) => {
      const { status, body } = await login(email, password)
      expect(status).toBe(422)
      return body.errors
    }
    expect((await call('POST', '/login', undefined, {})).body.errors).toEqual({
      email: ['email is required'],
      password: ['password is required'],
    })
    expect(await errors(' ', '')).toEqual({ email: ['email is required'], password: ['password is required'] })
    expect(await errors('nobody', '12345')).toEqual({
      email: ['Please enter a valid email address'],
      password: ['password must be at least 6 characters'],
    })
    expect(await errors('a@b.test', 'x'.repeat(201))).toEqual({ password: ['password must be at most 200 characters'] })
    expect(await errors(['a@b.test'], { a: 1 })).toEqual({
      email: ['email is required'],
      password: ['password is required'],
    })
  })

  test('is for staff and students who are active or on leave, and for accounts that are neither', async () => {
    const department = await at.make.department()
    const batch = await at.make.batch()
    const staff = async (status: 'active' | 'on_leave' | 'resigned') => {
      const id = await at.make.person('faculty')
      await at.make.staff(id, department, { status })
      return login(await withPassword(id))
    }
    const student = async (status: 'active' | 'on_leave' | 'graduated') =>
      login(await withPassword((await at.make.student(batch, undefined, { status })).userId))
    for (const person of [staff, student])
      for (const status of ['active', 'on_leave'] as const) expect((await person(status)).status).toBe(200)
    const closed = { message: 'Your account is not active. Please contact the administrator.' }
    expect(await staff('resigned')).toEqual({ status: 401, body: closed })
    expect(await student('graduated')).toEqual({ status: 401, body: closed })
    expect((await login(await account())).status).toBe(200)
  })
})

describe('a login', () => {
  test('ends at once when its person is no longer active', async () => {
    const id = await at.make.person('faculty', await at.make.department())
    const token = await tokenOf(await withPassword(id))
    expect(await me(token)).toBe(200)
    await at.db.updateTable('staff').set({ status: 'terminated' }).where('user_id', '=', id).execute()
    expect(await call('GET', '/auth/me', token)).toEqual({
      status: 401,
      body: { message: 'Your account is not active. Please contact the administrator.' },
    })
  })

  test('sees a changed role at its next call', async () => {
    const id = await at.make.person('faculty')
    const token = await tokenOf(await withPassword(id))
    expect((await call('POST', '/departments', token, { name: 'New' })).status).toBe(403)
    await at.make.giveRole(id, 'admin')
    expect((await call('POST', '/departments', token, { name: 'New' })).status).toBe(201)
  })

  test('gets another token, and the old one is revoked', async () => {
    const old = await tokenOf(await account())
    const { status, body } = await call('POST', '/auth/refresh', old)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type', 'user'])
    expect(body.access_token).not.toBe(old)
    expect(await me(old)).toBe(401)
    expect(await me(body.access_token)).toBe(200)
    expect((await call('POST', '/auth/refresh', old)).status).toBe(401)
  })

  test('ends with its logout, and the others of its person go on', async () => {
    const email = await account()
    const [here, there] = [await tokenOf(email), await tokenOf(email)]
    expect((await call('POST', '/logout', here)).body).toEqual({ message: 'Logged out successfully' })
    expect(await me(here)).toBe(401)
    expect(await me(there)).toBe(200)
    expect((await call('POST', '/logout', here)).status).toBe(401)
  })

  test('lasts as long as it is used', async () => {
    const token = await tokenOf(await account())
    const turn = async (expires_at: Date, last_used_at: Date) => {
      const token_hash = (await sessionOf(token))?.token_hash as Buffer
      await at.db.updateTable('logins').set({ expires_at, last_used_at }).where('token_hash', '=', token_hash).execute()
    }
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
    await turn(hours(0.5), hours(-11.5))
    expect(await me(token)).toBe(200)
    const login = await sessionOf(token)
    expect(Date.parse(login?.expires_at ?? '')).toBeGreaterThan(hours(11.9).getTime())
    expect(Date.parse(login?.last_used_at ?? '')).toBeGreaterThan(hours(-0.1).getTime())
    await turn(hours(-0.001), hours(-12))
    expect(await me(token)).toBe(401)
  })

  test('is none without a token, or with one that is none', async () => {
    for (const token of [undefined, 'x', 'A'.repeat(43), `${await tokenOf(await account())}x`])
      expect(await call('GET', '/auth/me', token)).toEqual({
        status: 401,
        body: { message: 'Authentication required. Please login first.' },
      })
  })
})

describe('who has still to choose a password', () => {
  test('may do nothing else', async () => {
    const id = await at.make.person('admin')
    await at.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
    const { body } = await login(await withPassword(id))
    expect(body.user.must_change_password).toBe(true)
    const token = body.access_token
    const first = { status: 403, body: { message: 'Please choose a new password first.' } }
    for (const path of ['/departments', '/tasks', '/dashboard/statistics', '/audit', '/users/999/roles'])
      expect(await call('GET', path, token), path).toEqual(first)
    expect(await call('POST', '/departments', token, { name: 'X' })).toEqual(first)
    expect(await call('POST', '/auth/refresh', token)).toEqual(first)

    expect(await me(token)).toBe(200)
    expect((await call('GET', `/users/${id}/roles`, token)).body.data).toMatchObject([{ name: 'admin' }])
    const change = { current_password: 'Correct1', password: 'Another-way1' }
    expect((await call('POST', '/auth/change-password', token, change)).status).toBe(200)
    expect((await call('GET', '/departments', token)).status).toBe(200)
    expect((await call('POST', '/logout', token)).status).toBe(200)
  })

  test('is let through by nothing but what the rules name', () => {
    const open = Object.values(auth).filter((declared) => 'beforePasswordChoice' in declared)
    expect(open.map((declared) => declared.path).sort()).toEqual(['/auth/change-password', '/auth/me', '/logout'])
  })
})

describe('the roles of a person', () => {
  test('are told to that person and to an administrator', async () => {
    const id = await at.make.person('clerk')
    await at.make.giveRole(id, 'faculty')
    const own = await at.of(id)
    const roles = [expect.objectContaining({ name: 'faculty' }), expect.objectContaining({ name: 'clerk' })]
    expect((await own.get(`/users/${id}/roles`)).body).toEqual({ data: roles })
    const admin = await at.as('admin')
    expect((await admin.get(`/users/${id}/roles`)).body).toEqual({ data: roles })
    expect((await admin.get('/users/99999/roles')).status).toBe(404)
    for (const other of [await at.as('hod'), await at.as('student'), await at.as('no-role')]) {
      expect((await other.get(`/users/${id}/roles`)).status).toBe(403)
      expect((await other.get('/users/99999/roles')).status).toBe(403)
    }
    expect((await at.nobody.get(`/users/${id}/roles`)).status).toBe(401)
  })

  test('may be none', async () => {
    const nobody = await at.as('no-role')
    expect(await nobody.get(`/users/${nobody.userId}/roles`)).toMatchObject({ status: 200, body: { data: [] } })
  })
})
