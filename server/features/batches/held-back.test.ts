import { describe, expect, test } from 'vitest'
import { waitingForLocks } from '../../testing/locks.ts'
import { turning } from '../../testing/turning.ts'

const { at, affairs, medicine, promote, studentAt, yearOf, turnOf, college } = await turning()

describe('who is held back', () => {
  test('keeps the former year in the batch, and goes on with no later turn', async () => {
    const { id, first, second } = await college()
    expect((await affairs.get(`/batches/${id}/promotion/students`)).body.data).toHaveLength(3)
    expect((await promote(id, { held_back: [first.id, first.id] })).body.data).toMatchObject({
      current_year: '4th Year',
    })
    expect(await at.stored('students', first.id)).toMatchObject({ current_year: '3rd Year' })
    expect(await at.stored('students', second.id)).toMatchObject({ current_year: null })
    expect(await at.trailOf('student', first.id)).toMatchObject([
      { action: 'hold-back', actor: { id: affairs.userId }, changes: { current_year: [null, '3rd Year'] } },
      { action: 'group' },
    ])
    expect((await affairs.get(`/batches/${id}/promotion/students`)).body.data).toHaveLength(2)
    await promote(id, {})
    expect([await yearOf(first.id), await yearOf(second.id)]).toEqual(['3rd Year', '5th Year'])
  })

  test('moves to the junior batch, leaves the groups, and goes on with that batch', async () => {
    const { id, junior, group, first, third } = await college()
    expect((await promote(id, { held_back: [first.id, third.id], to_batch_id: junior })).status).toBe(200)
    expect(await studentAt(first.id)).toMatchObject({ batch: { id: junior }, current_year: '3rd Year' })
    expect(await at.stored('students', first.id)).toMatchObject({ current_year: null })
    expect((await affairs.get(`/student-groups/group/${group}/active`)).body.data).toHaveLength(1)
    const trail = (await at.trailOf('student', first.id)).map(({ changes }: { changes: object }) => changes)
    expect(trail).toContainEqual({ batch: [expect.any(String), expect.any(String)] })
    await promote(junior, {})
    expect(await yearOf(first.id)).toBe('4th Year')
  })

  test('does not graduate', async () => {
    const { id, first, second } = await college('5th Year')
    expect((await promote(id, { graduate: true, held_back: [first.id] })).body.data.status).toBe('inactive')
    expect(await studentAt(first.id)).toMatchObject({ status: 'active', current_year: '5th Year' })
    expect(await studentAt(second.id)).toMatchObject({ status: 'graduated' })
  })

  test('is active, of this batch, and would move: others are named, and nothing is done', async () => {
    const { id, junior, first } = await college()
    const away = await at.make.student(id, undefined, { status: 'on_leave' })
    const own = await at.make.student(id, undefined, { current_year: '2nd Year' })
    const other = await at.make.student(junior)
    const { status, body } = await promote(id, { held_back: [first.id, away.id, own.id, other.id, 999_999] })
    expect(status).toBe(422)
    expect(body.errors.held_back).toEqual([
      expect.stringMatching(new RegExp(`\\(${away.rollNo}\\) is on leave$`)),
      expect.stringMatching(new RegExp(`\\(${own.rollNo}\\) has a year of their own$`)),
      expect.stringMatching(new RegExp(`\\(${other.rollNo}\\) is not in this batch$`)),
      'Student 999999 does not exist',
    ])
    const many = await promote(id, { held_back: Array.from({ length: 501 }, (_, at) => at + 1) })
    expect(many.body.errors).toEqual({ held_back: ['At most 500 students can be held back'] })
    const unknown = await promote(id, { held_back: Array.from({ length: 20 }, (_, at) => at + 900_000) })
    expect(unknown.body.errors.held_back).toHaveLength(10)
    expect((await promote(id, { held_back: 'all' })).status).toBe(422)
    expect(await at.stored('batches', id)).toMatchObject({ current_year: '3rd Year' })
    expect(await turnOf(id)).toBeUndefined()
  })

  test('moves to an active batch of the former year alone', async () => {
    const { id, first } = await college()
    const older = await at.make.batch({ name: 'Older', current_year: '4th Year' })
    const closed = await at.make.batch({ name: 'Closed', current_year: '3rd Year', status: 'inactive' })
    for (const [to_batch_id, problem] of [
      [older, 'Older is in the 4th Year, not in the 3rd Year'],
      [closed, 'Closed is inactive'],
      [id, 'Choose another batch than this one'],
      [999_999, 'Batch does not exist'],
    ] as const) {
      const { status, body } = await promote(id, { held_back: [first.id], to_batch_id })
      expect([status, body.errors]).toEqual([422, { to_batch_id: [problem] }])
    }
    const junior = await at.make.batch({ current_year: '3rd Year' })
    expect((await promote(id, { to_batch_id: junior })).body.errors).toEqual({ to_batch_id: ['Nobody is held back'] })
    expect((await promote(id, { held_back: [], to_batch_id: null })).status).toBe(200)
  })
})

test('two turns that move students to each other’s batch wait, and do not deadlock', async () => {
  const one = await college()
  const other = await college()
  const answers = await Promise.all([
    promote(one.id, { held_back: [one.first.id], to_batch_id: other.id }),
    promote(other.id, { held_back: [other.first.id], to_batch_id: one.id }),
  ])
  // The batch of the second one is no longer of the former year.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the groups that are left are locked by id, whatever order the students are in', async () => {
  const { id, junior, group, first, third } = await college()
  const higher = await at.make.group(id, medicine)
  await affairs.post('/student-groups/assign', { group_id: higher, student_ids: [third.id] })
  const holding = await at.db.startTransaction().execute()
  await holding.selectFrom('groups').select('id').where('id', '=', group).forUpdate().execute()
  const promoting = promote(id, { held_back: [third.id, first.id], to_batch_id: junior })
  await expect.poll(() => waitingForLocks(at.db)).toBe(1)
  const lockable = at.db.selectFrom('groups').select('id').where('id', '=', higher).forNoKeyUpdate().skipLocked()
  expect(await lockable.execute()).toHaveLength(1)
  await holding.rollback().execute()
  expect((await promoting).status).toBe(200)
})

test('who is held back from a graduation goes to the next batch that graduates', async () => {
  const { id, first, junior } = await college('5th Year')
  expect((await promote(id, { graduate: true, held_back: [first.id], to_batch_id: junior })).status).toBe(200)
  expect(await studentAt(first.id)).toMatchObject({ status: 'active', batch: { id: junior }, current_year: '5th Year' })
  expect((await at.stored('students', first.id))?.current_year).toBeNull()
})
