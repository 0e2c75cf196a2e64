import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { signingIn } from '../../testing/sign-ins.ts'

const { at, account, login, post } = await signingIn()
const REQUIRED = { current_password: ['Current password is required'] }
const choose = (token: string, password = 'Neues-Passwort1') => post('/auth/change-password', { password }, token)
const signedInAgo = (id: number, minutes: number) =>
  at.db
    .updateTable('logins')
    .set({ created_at: sql<string>`now() - make_interval(mins => ${minutes})` })
    .where('user_id', '=', id)
    .execute()

test('an initial password is typed once: moments after the sign-in with it, only the new one is asked for', async () => {
  const { id, email } = await account({ must_change_password: true })
  const { body: signedIn } = await post('/login', { email, password: 'Correct1' })
  const other = await login(id)
  await signedInAgo(id, 9)
  expect((await choose(signedIn.access_token)).status).toBe(200)
  expect((await post('/login', { email, password: 'Neues-Passwort1' })).body.user.must_change_password).toBe(false)
  // Every other login ended, and this one has chosen: it changes the password again only with the present one.
  expect((await choose(other)).status).toBe(401)
  expect((await choose(signedIn.access_token, 'Noch-ein-Wort1')).body.errors).toEqual(REQUIRED)
})

test('a new password that is the initial one, or is weak, is refused all the same', async () => {
  const token = await login((await account({ must_change_password: true })).id)
  expect((await choose(token, 'Correct1')).body.errors).toEqual({
    password: ['The new password must differ from the current one.'],
  })
  expect((await choose(token, 'weak')).status).toBe(422)
  expect((await choose(token, 'Doctor2026')).body.errors.password[0]).toContain('many people use')
})

test('the initial password is asked for again ten minutes after the sign-in', async () => {
  const { id } = await account({ must_change_password: true })
  const token = await login(id)
  await signedInAgo(id, 11)
  const late = await choose(token)
  expect([late.status, late.body.errors]).toEqual([422, REQUIRED])
  const body = { current_password: 'Correct1', password: 'Neues-Passwort1' }
  expect((await post('/auth/change-password', body, token)).status).toBe(200)
})

test('no login of a chosen password, and none of the identity provider, changes it without the present one', async () => {
  expect((await choose(await login((await account()).id))).body.errors).toEqual(REQUIRED)
  const { id } = await account({ must_change_password: true })
  const byProvider = await at.db.transaction().execute((tx) => openLogin(tx, id, undefined, true))
  expect((await choose(byProvider)).body.errors).toEqual(REQUIRED)
})

test('a wrong initial password that is sent is wrong, also moments after the sign-in', async () => {
  const token = await login((await account({ must_change_password: true })).id)
  const body = { current_password: 'Wrong-1', password: 'Neues-Passwort1' }
  expect((await post('/auth/change-password', body, token)).body.errors).toEqual({
    current_password: ['The current password is not correct.'],
  })
})
