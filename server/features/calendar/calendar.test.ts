import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { eventsIn } from '../../testing/calendar.ts'
import { furnished } from '../../testing/college.ts'

const { at, faculty, admin, wards, clinic, theatre, medicine, student } = await furnished()

/** A day from today on, by the college's clock. */
const inDays = (days: number) => Temporal.Now.plainDateISO('Asia/Karachi').add({ days }).toString()

/** Makes an address, and gives it as it is below `/api`. */
async function addressOf(caller: Client): Promise<string> {
  const { status, body } = await caller.post('/calendar')
  expect(status).toBe(200)
  return body.data.address.replace('/api', '')
}
const read = (address: string) => at.nobody.get(address)
async function eventsOf(caller: Client) {
  const { status, body } = await read(await addressOf(caller))
  expect(status).toBe(200)
  return eventsIn(body)
}
const staffIdOf = async ({ userId }: Client) =>
  (await at.db.selectFrom('staff').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id
const own = await staffIdOf(faculty)
const ids = (events: Record<string, string>[]) => events.map(({ UID }) => UID?.split('@')[0])
const NOT_THERE = { message: 'Calendar not found.' }

describe('the address', () => {
  test('is made, told again, made anew and revoked', async () => {
    const someone = await at.as('hod', medicine)
    expect((await someone.get('/calendar')).body).toEqual({ data: { address: null, created_at: null } })
    expect((await someone.delete('/calendar')).status).toBe(404)
    const made = await someone.post('/calendar')
    expect(made.body.data.address).toMatch(/^\/api\/calendar\/[\w-]{22}\.[\w-]{43}\/feed\.ics$/)
    expect((await someone.get('/calendar')).body).toEqual(made.body)
    expect(made.headers).toMatchObject({ 'cache-control': 'no-store' })

    const again = await addressOf(someone)
    expect((await read(made.body.data.address.replace('/api', ''))).body).toEqual(NOT_THERE)
    expect((await read(again)).status).toBe(200)
    expect((await someone.delete('/calendar')).status).toBe(200)
    const revoked = await read(again)
    expect([revoked.status, revoked.body]).toEqual([404, NOT_THERE])
    expect((await someone.get('/calendar')).body.data.address).toBeNull()
  })

  test('is for who is signed in with a role', async () => {
    for (const method of ['get', 'post', 'delete'] as const) {
      expect((await at.nobody[method]('/calendar')).status).toBe(401)
      expect((await (await at.as('no-role'))[method]('/calendar')).status).toBe(403)
    }
  })

  test('cannot be guessed, put together or tried out: every other one is the same 404', async () => {
    const one = (await addressOf(await at.as('faculty', medicine))).split('/')[2] ?? ''
    const other = (await addressOf(await at.as('faculty', medicine))).split('/')[2] ?? ''
    const [id, signature = ''] = one.split('.')
    const last = signature.at(-1) === 'A' ? 'E' : 'A'
    for (const secret of [
      id,
      `${id}.`,
      `${id}.${signature.slice(0, -1)}${last}`,
      `${id}.${other.split('.')[1]}`,
      `${id}${signature}`,
      `${id}-${signature}`,
      `${one}.x`,
      `${id}x.${signature}`,
      `.${signature}`,
      '1',
      '%00',
      "'",
      'x'.repeat(900),
    ]) {
      const { status, body, headers } = await read(`/calendar/${secret}/feed.ics`)
      expect([secret, status, body]).toEqual([secret, 404, NOT_THERE])
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await read(`/calendar/${one}/feed.ics`)).status).toBe(200)
  })

  test('is told in the security log when it is made and revoked, without itself', async () => {
    const someone = await at.as('faculty', medicine)
    const address = await addressOf(someone)
    await someone.delete('/calendar')
    await at.app.securityLog.close()
    const { body } = await admin.get(`/security-log?user_id=${someone.userId}`)
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['calendar-revoked', 'calendar-made'])
    expect(JSON.stringify(body)).not.toContain(address.split('/')[2])
  })
})

describe('what it opens', () => {
  test('is no sign-in: no login is made or used, and it opens nothing else', async () => {
    const someone = await at.as('faculty', medicine)
    const address = await addressOf(someone)
    const logins = () => at.db.selectFrom('logins').selectAll().where('user_id', '=', someone.userId).execute()
    await sql`update logins set last_used_at = now() - interval '1 hour' where user_id = ${someone.userId}`.execute(
      at.db,
    )
    const before = await logins()
    expect((await read(address)).status).toBe(200)
    expect(await logins()).toEqual(before)
    const authorization = `Bearer ${address.split('/')[2]}`
    expect((await at.app.inject({ url: '/api/calendar', headers: { authorization } })).statusCode).toBe(401)
  })

  test('is closed at once while the person may not sign in, has no role, or has to choose a password', async () => {
    const { id, userId, caller } = await student(wards)
    const address = await addressOf(caller)
    const status = async () => (await read(address)).status
    for (const [change, expected] of [
      [sql`update students set status = 'suspended' where id = ${id}`, 404],
      [sql`update students set status = 'on_leave' where id = ${id}`, 200],
      [sql`update users set must_change_password = true where id = ${userId}`, 404],
      [sql`update users set must_change_password = false where id = ${userId}`, 200],
      [sql`delete from user_roles where user_id = ${userId}`, 404],
    ] as const) {
      await change.execute(at.db)
      expect(await status()).toBe(expected)
    }
  })

  test('goes with the person', async () => {
    const { id, caller } = await student()
    const address = await addressOf(caller)
    expect((await admin.delete(`/students/${id}`)).status).toBe(200)
    expect((await read(address)).status).toBe(404)
  })

  test('of staff are the sessions that they hold, from 30 days back to 180 ahead', async () => {
    const session = (days: number, staff_id: number) =>
      at.make.session(wards, { staff_id, activity_date: inDays(days) })
    await session(-31, own)
    const first = await session(-30, own)
    const later = await session(180, own)
    await session(181, own)
    await session(1, await staffIdOf(await at.as('faculty', medicine)))
    await at.make.task(medicine, [wards], { status: 'active', end_date: inDays(3) })
    expect(ids(await eventsOf(faculty))).toEqual([`session-${first}`, `session-${later}`])
    // A person who sees the whole college has no session of it.
    expect(await eventsOf(admin)).toEqual([])
  })

  test('of a teacher who has moved on are those of the department of now', async () => {
    const mover = await at.as('faculty', medicine)
    const staff_id = await staffIdOf(mover)
    const held = await at.make.session(wards, { staff_id, activity_date: inDays(2) })
    expect(ids(await eventsOf(mover))).toEqual([`session-${held}`])
    await sql`update staff set department_id = (select id from departments where name = 'Surgery')
      where id = ${staff_id}`.execute(at.db)
    expect(await eventsOf(mover)).toEqual([])
  })

  test('of a student are the sessions of own active groups, and no other’s', async () => {
    const { id, caller } = await student(clinic)
    const staff_id = await staffIdOf(await at.as('faculty', medicine))
    const mine = await at.make.session(clinic, { staff_id, activity_date: inDays(5) })
    await at.make.session(theatre, { activity_date: inDays(5) })
    expect(ids(await eventsOf(caller))).toEqual([`session-${mine}`])
    expect((await admin.delete(`/students/${id}/group`)).status).toBe(200)
    expect(await eventsOf(caller)).toEqual([])
  })

  test('of a student are the own tasks with a last day, and which of them are handed in', async () => {
    const { id, caller } = await student(theatre)
    const department = (await at.stored('groups', theatre))?.department_id ?? 0
    const task = (fields: object) =>
      at.make.task(department, [theatre], { status: 'active', end_date: inDays(4), name: 'Case notes', ...fields })
    const due = await task({})
    const done = await task({ status: 'inactive', name: 'Suturing' })
    await task({ status: 'pending' })
    await task({ end_date: null })
    await task({ end_date: inDays(-31) })
    await at.make.submission(done, id, { marks: 7, graded_at: new Date() })
    const tasks = (await eventsOf(caller)).filter(({ UID }) => UID?.startsWith('task'))
    expect(tasks).toMatchObject([
      { UID: `task-${due}@clinical-elog`, SUMMARY: 'Due: Case notes', DESCRIPTION: 'Surgery' },
      { UID: `task-${done}@clinical-elog`, SUMMARY: 'Handed in: Suturing' },
    ])
    expect(tasks[0]?.['DTSTART;VALUE=DATE']).toBe(inDays(4).replaceAll('-', ''))
    expect(JSON.stringify(tasks)).not.toMatch(/marks|:7/)
  })
})
