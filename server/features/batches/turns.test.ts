import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitingForLocks } from '../../testing/locks.ts'
import { turning } from '../../testing/turning.ts'
import { sweepTurns } from './turns.writes.ts'

const { at, admin, affairs, medicine, versionOf, promote, undo, turnOf, written, college } = await turning()

describe('the year’s turn is undone', () => {
  test('bit by bit, with those who were moved, and once', async () => {
    const { id, junior, first, second } = await college()
    const before = await written()
    await promote(id, { held_back: [first.id], to_batch_id: junior })
    expect(await turnOf(id)).toMatchObject({
      from: '3rd Year',
      to: '4th Year',
      moved: 2,
      held_back: 1,
      moved_to_batch: 1,
      held: [{ id: first.id, batch: (await at.stored('batches', junior))?.name }],
    })
    const { status, body } = await undo(id)
    expect([status, body.data]).toEqual([200, expect.objectContaining({ id, current_year: '3rd Year' })])
    expect(await written()).toEqual(before)
    expect((await at.trailOf('batch', id))[0]).toMatchObject({
      action: 'undo-promotion',
      actor: { id: affairs.userId },
      changes: { current_year: ['4th Year', '3rd Year'] },
    })
    const trail = (await at.trailOf('student', first.id)).map(({ changes }: { changes: object }) => changes)
    expect(trail).toContainEqual({ group: [null, expect.any(String)] })
    expect(await at.trailOf('student', second.id)).toHaveLength(1)
    const again = await undo(id)
    expect([again.status, again.body.message]).toEqual([409, 'This batch has no promotion that can be undone.'])
  })

  test('with the own years of those who stayed in the batch', async () => {
    const { id, first } = await college()
    const before = await written()
    await promote(id, { held_back: [first.id] })
    expect((await undo(id, admin)).status).toBe(200)
    expect(await written()).toEqual(before)
  })

  test('after a graduation: who graduated signs in again', async () => {
    const { id, first, second } = await college('5th Year')
    const before = await written()
    const session = await at.of(second.userId)
    await promote(id, { graduate: true, held_back: [first.id] })
    expect((await session.get('/auth/me')).status).toBe(401)
    expect(await turnOf(id)).toMatchObject({ to: null, moved: 2, held_back: 1 })
    expect((await undo(id)).body.data).toMatchObject({ status: 'active', current_year: '5th Year' })
    expect(await written()).toEqual(before)
    expect((await (await at.of(second.userId)).get('/auth/me')).status).toBe(200)
    expect((await at.trailOf('student', second.id))[0].changes).toEqual({ status: ['graduated', 'active'] })
  })

  test('one after the other, when two were made', async () => {
    const { id } = await college()
    await promote(id, {})
    await promote(id, {})
    expect((await undo(id)).body.data.current_year).toBe('4th Year')
    expect((await undo(id)).body.data.current_year).toBe('3rd Year')
    expect((await undo(id)).status).toBe(409)
  })

  test('once, when two do it at once', async () => {
    const { id } = await college()
    await promote(id, {})
    await promote(id, {})
    const updated_at = await versionOf(id)
    const answers = await Promise.all(
      [affairs, admin].map((caller) => caller.post(`/batches/${id}/promotion/undo`, { updated_at })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await at.stored('batches', id))?.current_year).toBe('4th Year')
  })
})

type College = Awaited<ReturnType<typeof college>>

describe('nothing is undone when', () => {
  const named = ({ rollNo }: { rollNo: string }) => new RegExp(`^Nothing was undone\\..*\\(${rollNo}\\)\\.$`)

  test.each<[string, (of: College) => Promise<{ rollNo: string }>]>([
    [
      'somebody has another own year since',
      async ({ second }) => (await admin.put(`/students/${second.id}`, { current_year: '1st Year' })) && second,
    ],
    [
      'somebody is in another batch since',
      async ({ id, second }) =>
        (await admin.put(`/students/${second.id}`, { batch_id: await at.make.batch({ name: `Of ${id}` }) })) && second,
    ],
    [
      'who was moved has come back',
      async ({ id, first }) => (await admin.put(`/students/${first.id}`, { batch_id: id })) && first,
    ],
    [
      'who was moved has a group there',
      async ({ junior, first }) => {
        const group = await at.make.group(junior, medicine)
        await affairs.post('/student-groups/assign', { group_id: group, student_ids: [first.id] })
        return first
      },
    ],
    ['somebody has come to the batch', ({ id }) => at.make.student(id)],
  ])('%s', async (_, change) => {
    const made = await college()
    await promote(made.id, { held_back: [made.first.id], to_batch_id: made.junior })
    const changed = await change(made)
    const before = [await written(), await at.count('audit')]
    const { status, body } = await undo(made.id)
    expect([status, body.message]).toEqual([409, expect.stringMatching(named(changed))])
    expect([await written(), await at.count('audit')]).toEqual(before)
  })

  test('a graduate has another status since', async () => {
    const { id, second } = await college('5th Year')
    await promote(id, { graduate: true })
    await admin.put(`/students/${second.id}`, { status: 'inactive' })
    expect((await undo(id)).body.message).toMatch(named(second))
  })

  test('more than ten have changed, of whom ten are named', async () => {
    const { id } = await college()
    for (let n = 0; n < 9; n += 1) await at.make.student(id)
    await promote(id, {})
    await sql`update students set current_year = '1st Year' where id in (select student_id from student_batches
      where batch_id = ${id})`.execute(at.db)
    const { message } = (await undo(id)).body
    expect(message.match(/MBBS-/g)).toHaveLength(10)
    expect(message).toMatch(/ and 2 more\.$/)
  })

  test('the batch was changed since, or another version was looked at', async () => {
    const { id } = await college()
    await promote(id, {})
    await admin.put(`/batches/${id}`, { current_year: '1st Year' })
    const { status, body } = await undo(id)
    expect([status, body.message]).toEqual([409, expect.stringMatching(/the year or the status of this batch/)])
    expect(await turnOf(id)).toBeUndefined()
    const stale = await affairs.post(`/batches/${id}/promotion/undo`, { updated_at: '2026-01-01T00:00:00.000Z' })
    expect([stale.status, stale.body.message]).toEqual([409, expect.stringMatching(/changed by someone else/)])
    expect((await affairs.post(`/batches/${id}/promotion/undo`, {})).status).toBe(422)
  })

  test('a change that comes first is waited for, and stands in the way', async () => {
    const { id, second } = await college()
    await promote(id, {})
    const change = await at.db.startTransaction().execute()
    await sql`update students set current_year = '1st Year' where id = ${second.id}`.execute(change)
    const undoing = undo(id)
    await expect.poll(() => waitingForLocks(at.db)).toBe(1)
    await change.commit().execute()
    expect((await undoing).body.message).toMatch(named(second))
  })
})

test('others neither see nor undo a turn', async () => {
  const { id } = await college()
  await promote(id, {})
  const updated_at = await versionOf(id)
  for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student'] as const) {
    const caller = await at.as(role)
    const answers = [
      await caller.get('/batches/turns'),
      await caller.get(`/batches/${id}/promotion/students`),
      await caller.post(`/batches/${id}/promotion/undo`, { updated_at }),
    ]
    expect(
      answers.map(({ status }) => status),
      role,
    ).toEqual([403, 403, 403])
  }
  expect((await at.nobody.get('/batches/turns')).status).toBe(401)
  expect((await affairs.post('/batches/999999/promotion/undo', { updated_at })).status).toBe(404)
})

test('a turn of more than fourteen days ago is neither shown nor undone, and is forgotten', async () => {
  const { id } = await college()
  await promote(id, {})
  await sql`update batch_turns set turned_at = turned_at - interval '13 days'`.execute(at.db)
  await sweepTurns(at.db)
  expect(await turnOf(id)).toBeDefined()
  await sql`update batch_turns set turned_at = turned_at - interval '2 days'`.execute(at.db)
  expect(await turnOf(id)).toBeUndefined()
  expect((await undo(id)).status).toBe(409)
  await sweepTurns(at.db)
  expect([await at.count('batch_turns'), await at.count('batch_turn_students')]).toEqual([0, 0])
})
