import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, affairs } = await furnished()

const preview = async (id: number) => (await affairs.get(`/batches/${id}/promotion`)).body.data
const promote = (id: number, input: object, caller = affairs) => caller.post(`/batches/${id}/promote`, input)
const statusOf = async (id: number) => (await admin.get(`/students/${id}`)).body.data.status

describe('a batch goes on to its next year', () => {
  test('with those whose year is the batch’s; those with their own stay', async () => {
    const id = await at.make.batch({ name: 'Going', current_year: '2nd Year' })
    const usual = await at.make.student(id)
    const away = await at.make.student(id, undefined, { status: 'on_leave' })
    const behind = await at.make.student(id, undefined, { current_year: '2nd Year' })
    const left = await at.make.student(id)
    await affairs.put(`/students/${left.id}`, { batch_id: null })
    const { body } = await affairs.get(`/batches/${id}/promotion`)
    expect(body.data).toEqual({
      batch_id: id,
      name: 'Going',
      from: '2nd Year',
      to: '3rd Year',
      moving: 2,
      moving_inactive: 1,
      graduated_before: 0,
      staying: [
        { id: behind.id, name: expect.any(String), roll_no: behind.rollNo, status: 'active', current_year: '2nd Year' },
      ],
      updated_at: (await at.stored('batches', id))?.updated_at,
    })
    const { status, body: answer } = await promote(id, { updated_at: body.data.updated_at })
    expect(status).toBe(200)
    expect(answer.data).toMatchObject({ id, current_year: '3rd Year', status: 'active' })
    const years = (await admin.get(`/students?batch_id=${id}`)).body.data.map(
      (student: { id: number; current_year: string }) => [student.id, student.current_year],
    )
    expect(Object.fromEntries(years)).toEqual({
      [usual.id]: '3rd Year',
      [away.id]: '3rd Year',
      [behind.id]: '2nd Year',
    })
    expect(await at.trailOf('batch', id)).toMatchObject([{ action: 'promote', actor: { id: affairs.userId } }])
    expect((await at.trailOf('batch', id))[0].changes).toEqual({ current_year: ['2nd Year', '3rd Year'] })
    expect(await at.trailOf('student', usual.id)).toEqual([])
  })

  test('once for what was looked at: a second click changes nothing', async () => {
    const id = await at.make.batch({ current_year: '1st Year' })
    const { updated_at } = await preview(id)
    const answers = await Promise.all([1, 2, 3].map(() => promote(id, { updated_at })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'This record was changed by someone else. Reload and try again.',
    )
    expect((await at.stored('batches', id))?.current_year).toBe('2nd Year')
    expect(await at.trailOf('batch', id)).toHaveLength(1)
    expect((await promote(id, {})).body.errors).toEqual({ updated_at: ['updated_at is required'] })
    expect((await promote(id, { updated_at: '' })).status).toBe(422)
  })
})

describe('after the 5th year', () => {
  const college = async () => {
    const id = await at.make.batch({ current_year: '5th Year' })
    const graduates = [await at.make.student(id), await at.make.student(id, undefined, { current_year: '4th Year' })]
    const away = await at.make.student(id, undefined, { status: 'on_leave' })
    const dropped = await at.make.student(id, undefined, { status: 'dropped' })
    const before = await at.make.student(id, undefined, { status: 'graduated' })
    return { id, graduates, away, dropped, before }
  }

  test('its active students graduate and lose their sessions, and the batch becomes inactive', async () => {
    const { id, graduates, away, dropped } = await college()
    const sessions = await Promise.all([...graduates, away].map(({ userId }) => at.of(userId)))
    const shown = await preview(id)
    expect(shown).toMatchObject({ from: '5th Year', to: null, moving: 2 })
    expect(shown.staying.map((one: { id: number; status: string }) => [one.id, one.status])).toEqual([
      [away.id, 'on_leave'],
      [dropped.id, 'dropped'],
    ])
    const { status, body } = await promote(id, { updated_at: shown.updated_at, graduate: true })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ current_year: '5th Year', status: 'inactive' })
    for (const student of graduates) {
      expect(await statusOf(student.id)).toBe('graduated')
      expect(await at.trailOf('student', student.id)).toMatchObject([
        { action: 'update', actor: { id: affairs.userId }, changes: { status: ['active', 'graduated'] } },
      ])
    }
    expect([await statusOf(away.id), await statusOf(dropped.id)]).toEqual(['on_leave', 'dropped'])
    expect(await at.trailOf('student', away.id)).toEqual([])
    const open = await Promise.all(sessions.map((session) => session.get('/auth/me')))
    expect(open.map((answer) => answer.status)).toEqual([401, 401, 200])
    expect((await at.trailOf('batch', id))[0].changes).toEqual({ status: ['active', 'inactive'] })
  })

  test('only when that is confirmed', async () => {
    const { id, graduates } = await college()
    const { updated_at } = await preview(id)
    for (const graduate of [undefined, false]) {
      const { status, body } = await promote(id, { updated_at, graduate })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ graduate: ['Confirm that the students of this batch graduate'] })
    }
    expect(await at.stored('batches', id)).toMatchObject({ status: 'active' })
    expect(await statusOf(graduates[0]?.id ?? 0)).toBe('active')
  })

  test('once, when two confirm at the same time', async () => {
    const { id, graduates } = await college()
    const { updated_at } = await preview(id)
    const answers = await Promise.all([
      promote(id, { updated_at, graduate: true }),
      promote(id, { updated_at, graduate: true }, admin),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await at.trailOf('student', graduates[0]?.id ?? 0)).toHaveLength(1)
  })

  test('not those who are moved to another batch meanwhile', async () => {
    const { id, graduates } = await college()
    const [first] = graduates
    if (!first) throw new Error('somebody graduates')
    const elsewhere = await at.make.batch()
    const { updated_at } = await preview(id)
    let promoting: ReturnType<Client['post']> | undefined
    await at.db.transaction().execute(async (tx) => {
      await tx.selectFrom('students').select('id').where('id', '=', first.id).forNoKeyUpdate().execute()
      promoting = promote(id, { updated_at, graduate: true })
      await new Promise((resolve) => setTimeout(resolve, 200))
      await tx.updateTable('student_batches').set({ batch_id: elsewhere }).where('student_id', '=', first.id).execute()
    })
    expect((await promoting)?.status).toBe(200)
    expect(await statusOf(first.id)).toBe('active')
    expect(await statusOf(graduates[1]?.id ?? 0)).toBe('graduated')
  })

  test('not the person who does it, nor with that person anybody else', async () => {
    const { id, graduates } = await college()
    const [first] = graduates
    await at.make.giveRole(first?.userId ?? 0, 'admin')
    const { updated_at } = await preview(id)
    const own = await promote(id, { updated_at, graduate: true }, await at.of(first?.userId ?? 0))
    expect(own.status).toBe(403)
    expect(await statusOf(graduates[1]?.id ?? 0)).toBe('active')
    expect(await at.stored('batches', id)).toMatchObject({ status: 'active' })
  })
})

test('an inactive batch has no next year', async () => {
  const id = await at.make.batch({ status: 'inactive' })
  const shown = await affairs.get(`/batches/${id}/promotion`)
  expect([shown.status, shown.body.message]).toEqual([409, 'Batch is inactive.'])
  const { updated_at } = (await admin.get(`/batches/${id}`)).body.data
  const done = await promote(id, { updated_at })
  expect([done.status, done.body.message]).toEqual([409, 'Batch is inactive.'])
})

test('others neither see nor do the year’s turn', async () => {
  const id = await at.make.batch()
  const { updated_at } = await preview(id)
  for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student'] as const) {
    const caller = await at.as(role)
    expect((await caller.get(`/batches/${id}/promotion`)).status, role).toBe(403)
    expect((await promote(id, { updated_at }, caller)).status, role).toBe(403)
  }
  expect((await promote(id, { updated_at }, at.nobody)).status).toBe(401)
  expect((await affairs.get('/batches/99999/promotion')).status).toBe(404)
  expect((await promote(99_999, { updated_at })).status).toBe(404)
})
