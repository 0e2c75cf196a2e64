import { describe, expect, test } from 'vitest'
import { auth, SECOND_FACTOR_FIRST } from '../../../shared/contract/auth.ts'
import { secondFactor } from '../../../shared/contract/second-factor.ts'
import { codeOf, laterOn, switchOn } from '../../testing/second-factors.ts'
import { signingIn } from '../../testing/sign-ins.ts'
import { issueReset } from '../accounts/passwords.writes.ts'
import { unknownRoles } from '../accounts/reads.ts'

const mails: { to: string; subject: string; text: string }[] = []
const { at, account, call, login, passwordHash, post } = await signingIn({
  environment: { SECOND_FACTOR_ROLES: 'admin,HOD' },
  mail: { publicUrl: 'https://elog.test', send: async (mail) => void mails.push(mail) },
})
type Role = Parameters<typeof at.make.giveRole>[1]
async function person(...[role, ...roles]: [Role, ...Role[]]) {
  const id = await at.make.person(role)
  for (const more of roles) await at.make.giveRole(id, more)
  await at.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  const { email, name } = await at.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { id, email: email ?? '', name }
}
const signIn = async (email: string, code?: string) =>
  (await post('/login', { email, password: 'Correct1', ...(code ? { code } : {}) })).body
const remove = async (path: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await at.app.inject({ method: 'DELETE', url: `/api${path}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const statusOf = async (path: string, token: string) => (await call('GET', path, token)).status

describe('whoever has a role that needs a second factor, and none', () => {
  test('may only set it up, and then do everything', async () => {
    for (const roles of [['admin'], ['faculty', 'hod']] as [Role, ...Role[]][]) {
      const { id, email } = await person(...roles)
      const { access_token: token, user } = await signIn(email)
      expect(user.must_set_up_second_factor).toBe(true)
      const first = { status: 403, body: { message: SECOND_FACTOR_FIRST } }
      for (const path of ['/departments', '/tasks', '/start', '/auth/logins', '/audit', '/users/999/roles'])
        expect(await call('GET', path, token), path).toEqual(first)
      for (const path of ['/departments', '/auth/refresh', '/auth/second-factor/off', '/calendar'])
        expect(await post(path, {}, token), path).toEqual(first)
      expect(await remove('/auth/logins', token)).toEqual(first)
      expect((await call('GET', '/auth/me', token)).body.data.must_set_up_second_factor).toBe(true)
      expect(await statusOf(`/users/${id}/roles`, token)).toBe(200)
      expect((await call('GET', '/auth/second-factor', token)).body.data).toMatchObject({
        is_on: false,
        is_required: true,
      })
      await switchOn(at, token)
      expect(await statusOf('/departments', token)).toBe(200)
      expect((await call('GET', '/auth/me', token)).body.data).not.toHaveProperty('must_set_up_second_factor')
    }
  })

  test('is let through by nothing but what the rules name', () => {
    const endpoints = Object.values({ ...auth, ...secondFactor })
    const open = endpoints.filter((one) => 'beforePasswordChoice' in one || 'beforeSecondFactor' in one)
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /auth/me',
      'GET /auth/second-factor',
      'POST /auth/change-password',
      'POST /auth/second-factor',
      'POST /auth/second-factor/confirm',
      'POST /logout',
    ])
  })

  test('chooses a password first where that is still to be done', async () => {
    const { id, email } = await person('admin')
    await at.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
    const { access_token: token } = await signIn(email)
    const first = { status: 403, body: { message: 'Please choose a new password first.' } }
    expect(await post('/auth/second-factor', {}, token)).toEqual(first)
  })

  test('does not get round it by the role coming later, nor by a login from before', async () => {
    const { id, email } = await person('faculty')
    const [own, thiefs] = [(await signIn(email)).access_token, (await signIn(email)).access_token]
    expect(await statusOf('/departments', own)).toBe(200)
    await at.make.giveRole(id, 'hod')
    expect(await statusOf('/departments', own)).toBe(403)
    await switchOn(at, own)
    // The thief, who only had the password, gains nothing by the owner's code.
    expect([await statusOf('/departments', own), await statusOf('/departments', thiefs)]).toEqual([200, 401])
  })

  test('cannot switch it off', async () => {
    const { id, email } = await person('admin')
    const { access_token: token } = await signIn(email)
    const { secret } = await switchOn(at, token)
    await laterOn(at, id)
    const proof = { current_password: 'Correct1', code: codeOf(secret) }
    expect(await post('/auth/second-factor/off', proof, token)).toEqual({
      status: 403,
      body: { message: 'Your role needs two-step sign-in.' },
    })
    expect((await post('/auth/second-factor/recovery-codes', proof, token)).status).toBe(200)
  })

  test('is nobody of another role', async () => {
    const { email } = await person('student')
    const { user, access_token: token } = await signIn(email)
    expect(user).not.toHaveProperty('must_set_up_second_factor')
    expect(await statusOf('/departments', token)).toBe(200)
  })
})

describe('a lost phone', () => {
  test('is an administrator’s business: the factor is off, logins end, and the person is told', async () => {
    const [admin, { id, email }] = [await person('admin'), await account()]
    const adminToken = await login(admin.id)
    await switchOn(at, adminToken)
    const token = await login(id)
    await switchOn(at, token)
    expect((await call('GET', `/users?id=${id}`, adminToken)).body.data[0].has_second_factor).toBe(true)
    expect(await remove(`/users/${id}/second-factor`, adminToken)).toMatchObject({ status: 200 })
    expect((await call('GET', `/users?id=${id}`, adminToken)).body.data[0].has_second_factor).toBe(false)
    expect(await statusOf('/auth/me', token)).toBe(401)
    await expect.poll(() => mails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining(admin.name) })
    const trail = at.db.selectFrom('audit').select(['actor_id', 'changes']).where('entity_id', '=', id)
    expect((await trail.where('action', '=', 'second-factor').orderBy('id').execute()).at(-1)).toEqual({
      actor_id: admin.id,
      changes: { second_factor: ['on', 'off'] },
    })
    const { user, access_token: again } = await signIn(email)
    expect(user.second_factor_reset_by).toBe(admin.name)
    expect((await post('/auth/second-factor/noted', {}, again)).status).toBe(200)
    expect((await call('GET', '/auth/me', again)).body.data).not.toHaveProperty('second_factor_reset_by')
    expect((await remove(`/users/${id}/second-factor`, adminToken)).status).toBe(404)
    expect((await remove('/users/2147483647/second-factor', adminToken)).status).toBe(404)
  })

  test('is nobody else’s business, nor the own one', async () => {
    const { id } = await account()
    await switchOn(at, await login(id))
    for (const role of ['principal', 'faculty', 'clerk', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).delete(`/users/${id}/second-factor`)).status, role).toBe(403)
    const admin = await person('admin')
    const token = await login(admin.id)
    await switchOn(at, token)
    expect(await remove(`/users/${admin.id}/second-factor`, token)).toMatchObject({ status: 403 })
    expect((await call('GET', '/auth/second-factor', token)).body.data.is_on).toBe(true)
  })

  test('is not got round by a password that is reset by mail', async () => {
    const { id, email } = await account()
    await switchOn(at, await login(id))
    const token = (await at.db.transaction().execute((tx) => issueReset(tx, id)))?.token
    expect((await post('/auth/reset-password', { token, password: 'Another-way1' })).status).toBe(200)
    const answer = await post('/login', { email, password: 'Another-way1' })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([401, ['code']])
  })
})

test('the security log tells what was asked, switched and reset', async () => {
  const { id, email } = await account()
  const token = await login(id)
  const { codes } = await switchOn(at, token)
  await signIn(email)
  await signIn(email, 'abcd-efgh')
  await post('/auth/second-factor/off', { current_password: 'Correct1', code: 'abcd' }, token)
  await post('/auth/second-factor/off', { current_password: 'Correct1', code: codes[0] }, token)
  await at.app.securityLog.written()
  const rows = await at.db.selectFrom('security_log').select(['kind', 'detail']).where('user_id', '=', id).execute()
  expect(rows.map(({ kind }) => kind).sort()).toEqual([
    'code-asked',
    'second-factor-off',
    'second-factor-on',
    'sign-in-failed',
    'sign-in-failed',
  ])
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
})

test('a name that no role has is found, for the log', async () => {
  await at.db.insertInto('roles').values({ name: 'Registrar' }).execute()
  expect(await unknownRoles(at.db, ['admin', 'registrar', 'admn'])).toEqual(['admn'])
})
