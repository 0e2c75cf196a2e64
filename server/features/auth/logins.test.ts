import { describe, expect, test } from 'vitest'
import { hashOf } from '../../core/login.ts'
import { signingIn } from '../../testing/sign-ins.ts'
import { listening, speak } from '../../testing/sockets.ts'

const { at, account, login } = await signingIn()
const port = await listening(at.app)
const as = async (token: string, method: 'GET' | 'DELETE', path = '') => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await at.app.inject({ method, url: `/api/auth/logins${path}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const isOpen = async (token: string) =>
  (await at.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode === 200
const idOf = async (token: string) =>
  (await at.db.selectFrom('logins').select('id').where('token_hash', '=', hashOf(token)).executeTakeFirstOrThrow()).id

describe('the own logins', () => {
  test('are listed with what each browser called itself: the one in use first, then those used last', async () => {
    const { email } = await account()
    const signIn = async (device: string) => {
      const payload = { email, password: 'Correct1' }
      const headers = { 'user-agent': device }
      return (await at.app.inject({ method: 'POST', url: '/api/login', headers, payload })).json()
        .access_token as string
    }
    const [phone, office, home] = [await signIn('a phone'), await signIn('an office'), await signIn('a home')]
    const used = new Date(Date.now() - 3_600_000)
    await at.db.updateTable('logins').set({ last_used_at: used }).where('token_hash', '=', hashOf(home)).execute()
    const { status, body } = await as(phone, 'GET')
    expect(status).toBe(200)
    expect(body.meta.total).toBe(3)
    expect(body.data.map((one: object) => Object.keys(one).sort())).toEqual(
      Array(3).fill(['created_at', 'id', 'is_current', 'last_used_at', 'user_agent']),
    )
    expect(body.data).toMatchObject([
      { user_agent: 'a phone', is_current: true },
      { user_agent: 'an office', is_current: false },
      { user_agent: 'a home', is_current: false, last_used_at: used.toISOString() },
    ])
    const told = JSON.stringify(body)
    for (const token of [phone, office, home])
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(told).not.toContain(token)
        expect(told).not.toContain(hashOf(token).toString(encoding))
      }
  })

  test('are without those whose time is over, and nobody else’s', async () => {
    const [{ id }, other] = [await account(), await account()]
    const [own, over] = [await login(id), await login(id)]
    await login(other.id)
    const expires_at = new Date(Date.now() - 1000)
    await at.db.updateTable('logins').set({ expires_at }).where('token_hash', '=', hashOf(over)).execute()
    expect((await as(own, 'GET')).body.data.map((one: { id: number }) => one.id)).toEqual([await idOf(own)])
  })

  test('are not for who has still to choose a password', async () => {
    const own = await login((await account({ must_change_password: true })).id)
    for (const method of ['GET', 'DELETE'] as const) expect((await as(own, method)).status).toBe(403)
  })
})

describe('a login is ended from elsewhere', () => {
  test('at once on every process, and the others go on', async () => {
    const { id } = await account()
    const [own, lost, third] = [await login(id), await login(id), await login(id)]
    expect(await as(own, 'DELETE', `/${await idOf(lost)}`)).toEqual({ status: 200, body: { message: 'Signed out' } })
    expect([await isOpen(own), await isOpen(lost), await isOpen(third)]).toEqual([true, false, true])
  })

  test('by nobody but its person, whoever asks: the id of another one’s is not there', async () => {
    const theirs = await login((await account()).id)
    const id = await idOf(theirs)
    const missing = { status: 404, body: { message: 'Login not found.' } }
    for (const role of ['student', 'admin'] as const) {
      const stranger = await at.as(role)
      const { status, body } = await stranger.delete(`/auth/logins/${id}`)
      expect({ status, body }).toEqual(missing)
      expect((await stranger.delete('/auth/logins/2147483647')).body).toEqual(missing.body)
    }
    expect((await at.nobody.delete(`/auth/logins/${id}`)).status).toBe(401)
    expect((await at.nobody.delete('/auth/logins')).status).toBe(401)
    const own = await login((await account()).id)
    for (const odd of ['0', '-1', 'x', '1e3', '99999999999', `${id}%20or%201=1`])
      expect((await as(own, 'DELETE', `/${odd}`)).status, odd).toBe(404)
    expect(await isOpen(theirs)).toBe(true)
  })

  test('all but the one in use; those of others stay', async () => {
    const [{ id }, other] = [await account(), await account()]
    const [own, first, second, theirs] = [await login(id), await login(id), await login(id), await login(other.id)]
    expect((await as(own, 'DELETE')).status).toBe(200)
    const open = [await isOpen(own), await isOpen(first), await isOpen(second), await isOpen(theirs)]
    expect(open).toEqual([true, false, false, true])
  })

  test('also under a call whose body is still on its way', async () => {
    const userId = await at.make.person('admin')
    const [own, lost] = [await login(userId), await login(userId)]
    const body = JSON.stringify({ name: 'By a thief', type: 'academic' })
    const call = await speak(port)
    const old = new Date(Date.now() - 3_600_000)
    await at.db.updateTable('logins').set({ last_used_at: old }).where('token_hash', '=', hashOf(lost)).execute()
    call.send(
      `POST /api/departments HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${lost}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`,
    )
    // The gate has let it in once it has noted that the login is used.
    const lastUsed = async () =>
      Date.parse(
        (
          await at.db
            .selectFrom('logins')
            .select('last_used_at')
            .where('token_hash', '=', hashOf(lost))
            .executeTakeFirst()
        )?.last_used_at ?? '',
      )
    await expect.poll(lastUsed).toBeGreaterThan(old.getTime())
    expect((await as(own, 'DELETE', `/${await idOf(lost)}`)).status).toBe(200)
    call.send(body)
    expect((await call.answer()).status).toBe(401)
    const made = at.db.selectFrom('departments').select('id').where('name', '=', 'By a thief')
    expect(await made.execute()).toEqual([])
  })

  test('two that end each other leave one of them', async () => {
    const { id } = await account()
    const [one, other] = [await login(id), await login(id)]
    const [first, second] = [await idOf(one), await idOf(other)]
    const answers = await Promise.all([as(one, 'DELETE', `/${second}`), as(other, 'DELETE', `/${first}`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect([await isOpen(one), await isOpen(other)].filter(Boolean)).toHaveLength(1)
  })

  test('and the security log tells by whom', async () => {
    const { id } = await account()
    const [own, other] = [await login(id), await login(id)]
    await as(own, 'DELETE', `/${await idOf(other)}`)
    await login(id)
    await as(own, 'DELETE')
    await at.app.securityLog.written()
    const rows = await at.db.selectFrom('security_log').select(['kind', 'times']).where('user_id', '=', id).execute()
    expect(rows).toEqual([{ kind: 'login-ended', times: 2 }])
  })
})
