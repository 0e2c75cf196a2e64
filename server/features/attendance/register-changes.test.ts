import { describe, expect, test } from 'vitest'
import { registering, take, update } from '../../testing/registers.ts'

const { at, admin, faculty, batch, registerOf, classOf } = await registering()

describe('a completed register is changed', () => {
  test('mark by mark; each change is in the trail of its mark, what stayed is not', async () => {
    const { first, second, third, session } = await classOf(3)
    const taken = (await take(faculty, session, [{ student_id: third, status: 'leave', remarks: 'Fever' }])).body.data
    const { status, body } = await update(admin, session, [
      { student_id: first, status: 'present', remarks: 'Came late' },
      { student_id: second, status: 'absent' },
      { student_id: third, status: 'present' },
    ])
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'completed', counts: { present: 2, absent: 1, leave: 0 } })
    expect(body.data.updated_at > taken.updated_at).toBe(true)
    expect(body.data).toMatchObject({ taken_by: taken.taken_by, taken_at: taken.taken_at })
    const rows = await registerOf(session)
    expect(rows).toMatchObject([
      { student_id: first, status: 'present', remarks: 'Came late' },
      { student_id: second, status: 'absent', remarks: null },
      { student_id: third, status: 'present', remarks: 'Fever' },
    ])
    const trails = await Promise.all(rows.map(({ id }) => at.trailOf('attendance_submission', id)))
    const actor = { id: admin.userId }
    expect(trails).toMatchObject([
      [{ action: 'update', actor, changes: { status: ['absent', 'present'], remarks: [null, 'Came late'] } }],
      [],
      [{ action: 'update', actor, changes: { status: ['leave', 'present'] } }],
    ])
    expect(trails[2]?.[0].changes).not.toHaveProperty('remarks')
  })

  test('without anything new it stays as it is', async () => {
    const { first, session } = await classOf(1)
    const taken = (await take(faculty, session)).body.data
    const { status, body } = await update(faculty, session, [{ student_id: first, status: 'absent' }])
    expect(status).toBe(200)
    expect(body.data).toEqual(taken)
  })

  test('and its remarks are taken away by null', async () => {
    const { first, session } = await classOf(1)
    await take(faculty, session, [{ student_id: first, status: 'leave', remarks: 'Fever' }])
    await update(faculty, session, [{ student_id: first, status: 'leave', remarks: null }])
    expect(await registerOf(session)).toMatchObject([{ status: 'leave', remarks: null }])
  })

  test('for who joined since, and for who was marked and has left; not for others', async () => {
    const { group, first, session } = await classOf(1)
    await take(faculty, session)
    const { id: joined } = await at.make.student(batch, group)
    await at.make.leave({ student_id: first })
    const { id: stranger } = await at.make.student(batch)
    const { body } = await update(faculty, session, [
      { student_id: joined, status: 'present' },
      { student_id: first, status: 'leave' },
    ])
    expect(body.data.counts).toEqual({ present: 1, absent: 0, leave: 1 })
    const rows = await registerOf(session)
    expect(await at.trailOf('attendance_submission', rows[1]?.id ?? 0)).toMatchObject([
      { action: 'create', changes: { status: [null, 'present'] } },
    ])
    expect((await update(faculty, session, [{ student_id: stranger, status: 'present' }])).status).toBe(422)
    expect(await registerOf(session)).toEqual(rows)
  })

  test('not before it was taken, and not over somebody else’s change', async () => {
    const { first, session } = await classOf(1)
    const early = await update(faculty, session, [{ student_id: first, status: 'present' }])
    expect(early.status).toBe(409)
    expect(early.body.message).toBe('Attendance has not been taken for this session yet.')
    const { updated_at } = (await take(faculty, session)).body.data
    await update(admin, session, [{ student_id: first, status: 'present' }])
    const stale = await update(faculty, session, [{ student_id: first, status: 'leave' }], { updated_at })
    expect(stale.status).toBe(409)
    expect(stale.body.message).toBe('This record was changed by someone else. Reload and try again.')
    expect(await registerOf(session)).toMatchObject([{ status: 'present' }])
  })
})
