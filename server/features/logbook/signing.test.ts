import { describe, expect, test } from 'vitest'
import { writtenDay } from '../../../shared/written-day.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { logging } from '../../testing/logbook.ts'

const college = await logging()
const { at, admin, principal, hod, faculty, surgeon, wards, medicine, head, entry, log } = college
const pupil = await college.student(wards)
const completed = { decision: 'completed' }
const colleague = await college.teacher()

const statusOf = async (id: number) => (await at.stored('log_entries', id))?.status

describe('who signs', () => {
  test('the named supervisor, with rating and a line', async () => {
    const { id } = await log(pupil.caller)
    const { status, body } = await faculty.post('/log-entries/sign', {
      ids: [id],
      decision: 'completed',
      rating: 'meets',
      feedback: ' Calm and sterile ',
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      {
        id,
        status: 'signed',
        decision: 'completed',
        rating: 'meets',
        feedback: 'Calm and sterile',
        signed_by_code: false,
      },
    ])
    const [signed] = await at.trailOf('log_entry', id)
    expect(signed).toMatchObject({
      action: 'sign',
      changes: { status: ['logged', 'signed'], decision: [null, 'completed'], rating: [null, 'meets'] },
    })
  })

  test('the head of the department and an administrator in the place of any', async () => {
    for (const caller of [hod, admin]) {
      const { id } = await log(pupil.caller)
      expect((await caller.post('/log-entries/sign', { ids: [id], ...completed })).status).toBe(200)
    }
  })

  test('nobody else', async () => {
    const { id } = await log(pupil.caller, { supervisor_id: colleague })
    const refused = await faculty.post('/log-entries/sign', { ids: [id], ...completed })
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('as supervisor. Only')])
    expect((await surgeon.post('/log-entries/sign', { ids: [id], ...completed })).status).toBe(404)
    for (const caller of [principal, await at.as('clerk'), pupil.caller])
      expect((await caller.post('/log-entries/sign', { ids: [id], ...completed })).status).toBe(403)
    expect(await statusOf(id)).toBe('logged')
  })

  test('nobody the own, also as a teacher', async () => {
    const { id } = await log(pupil.caller)
    const both = await college.student(wards)
    await at.make.giveRole(both.userId, 'faculty')
    const own = await at.make.staff(both.userId, medicine)
    const mine = await at.make.logEntry(both.id, entry.skill_id, own)
    const caller = await at.of(both.userId)
    const refused = await caller.post('/log-entries/sign', { ids: [mine], ...completed })
    expect([refused.status, refused.body.message]).toEqual([403, 'Nobody signs their own performance.'])
    expect((await caller.post('/log-entries/sign', { ids: [id], ...completed })).status).toBe(403)
  })

  test('only the head what was logged late', async () => {
    const late = await at.make.logEntry(pupil.id, entry.skill_id, entry.supervisor_id, { is_late: true })
    expect((await faculty.post('/log-entries/sign', { ids: [late], ...completed })).status).toBe(403)
    expect((await hod.post('/log-entries/sign', { ids: [late], ...completed })).status).toBe(200)
  })
})

describe('many at once', () => {
  test('all or none', async () => {
    const mine = await Promise.all([1, 2, 3].map(() => log(pupil.caller)))
    const theirs = await log(pupil.caller, { supervisor_id: colleague })
    const ids = mine.map(({ id }) => id)
    expect((await faculty.post('/log-entries/sign', { ids: [...ids, theirs.id], ...completed })).status).toBe(403)
    expect((await faculty.post('/log-entries/sign', { ids: [...ids, 999_999], ...completed })).status).toBe(404)
    for (const id of ids) expect(await statusOf(id)).toBe('logged')
    const { body } = await faculty.post('/log-entries/sign', { ids, ...completed })
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['signed', 'signed', 'signed'])
    expect((await faculty.post('/log-entries/sign', { ids, ...completed })).status).toBe(409)
    for (const wrong of [{ ids: [] }, { ids: Array.from({ length: 101 }, (_, n) => n + 1) }])
      expect((await faculty.post('/log-entries/sign', { ...wrong, ...completed })).body.errors).toHaveProperty('ids')
  })

  test('the refusal says which of them are another’s, and how many are gone', async () => {
    const [mine, theirs, moved] = [
      await log(pupil.caller),
      await log(pupil.caller, { supervisor_id: colleague }),
      999_999,
    ]
    const sign = async (...ids: number[]) =>
      (await faculty.post('/log-entries/sign', { ids, ...completed })).body.message
    const which = `${theirs.student.name}, ${theirs.skill.name}, ${writtenDay(theirs.performed_on)}: This entry names`
    expect(await sign(mine.id, theirs.id)).toContain(which)
    expect(await sign(mine.id, moved)).toMatch(
      /^1 of these 2 entries is not in the logbook of your department any more/,
    )
    expect(await sign(moved)).toBe('Log entry not found.')
    expect(await statusOf(mine.id)).toBe('logged')
  })

  test('not what has changed since it was shown', async () => {
    const shown = await log(pupil.caller)
    await pupil.caller.put(`/log-entries/${shown.id}`, { level: 'independent' })
    const seen = [{ id: shown.id, updated_at: shown.updated_at }]
    const refused = await faculty.post('/log-entries/sign', { ids: [shown.id], seen, ...completed })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was changed since')])
    expect(await statusOf(shown.id)).toBe('logged')
  })

  test('two who sign one entry at once: one of them', async () => {
    const { id } = await log(pupil.caller)
    const holding = await at.db.startTransaction().execute()
    await holding.selectFrom('log_entries').select('id').where('id', '=', id).forUpdate().execute()
    const both = [faculty, hod].map((caller) => caller.post('/log-entries/sign', { ids: [id], ...completed }))
    await expect.poll(() => waitingForLocks(at.db)).toBe(2)
    await holding.rollback().execute()
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await at.trailOf('log_entry', id)).filter(({ action }) => action === 'sign')).toHaveLength(1)
  })
})

describe('a signature', () => {
  test('is final: a correction is a new entry, which takes the place of the old one once it is signed', async () => {
    const old = await log(pupil.caller)
    await faculty.post('/log-entries/sign', { ids: [old.id], ...completed })
    expect((await pupil.caller.put(`/log-entries/${old.id}`, { level: 'observed' })).status).toBe(409)
    expect((await pupil.caller.post(`/log-entries/${old.id}/withdraw`)).status).toBe(409)
    const other = await at.make.skill(medicine)
    const wrong = await pupil.caller.post('/log-entries', { ...entry, skill_id: other, corrects_id: old.id })
    expect(wrong.body.errors).toEqual({ skill_id: ['A correction is of the same skill'] })
    const later = await log(pupil.caller, { corrects_id: old.id, level: 'assisted' })
    expect((await pupil.caller.post('/log-entries', { ...entry, corrects_id: old.id })).status).toBe(409)
    expect((await pupil.caller.get(`/log-entries/${old.id}`)).body.data.corrected_by).toBeNull()
    await faculty.post('/log-entries/sign', { ids: [later.id], ...completed })
    expect((await pupil.caller.get(`/log-entries/${old.id}`)).body.data.corrected_by).toBe(later.id)
  })

  test('is taken back by its signer within a day, with a reason', async () => {
    const { id } = await log(pupil.caller)
    await faculty.post('/log-entries/sign', { ids: [id], ...completed, rating: 'exceeds' })
    const reason = 'It was another student'
    expect((await faculty.post(`/log-entries/${id}/unsign`, {})).body.errors).toEqual({
      reason: ['Please say why the signature is taken back'],
    })
    const byHead = await hod.post(`/log-entries/${id}/unsign`, { reason })
    expect([byHead.status, byHead.body.message]).toEqual([
      409,
      'Only the person who has signed may take the signature back.',
    ])
    const { body } = await faculty.post(`/log-entries/${id}/unsign`, { reason })
    expect(body.data).toMatchObject({ status: 'logged', decision: null, rating: null, signed_by: null })
    expect((await at.trailOf('log_entry', id))[0]).toMatchObject({
      action: 'unsign',
      changes: { reason: [null, reason], rating: ['exceeds', null] },
    })
    await faculty.post('/log-entries/sign', { ids: [id], ...completed })
    await at.db
      .updateTable('log_entries')
      .set({ signed_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', id)
      .execute()
    const late = await faculty.post(`/log-entries/${id}/unsign`, { reason })
    expect([late.status, late.body.message]).toEqual([409, 'A signature can be taken back within 24 hours.'])
  })

  test('of a correction that is taken back puts the old entry in its place again', async () => {
    const old = await log(pupil.caller, { supervisor_id: head })
    await hod.post('/log-entries/sign', { ids: [old.id], ...completed })
    const later = await log(pupil.caller, { corrects_id: old.id })
    await faculty.post('/log-entries/sign', { ids: [later.id], ...completed })
    const corrected = await hod.post(`/log-entries/${old.id}/unsign`, { reason: 'Wrong' })
    expect([corrected.status, corrected.body.message]).toEqual([409, expect.stringContaining('A later entry')])
    await faculty.post(`/log-entries/${later.id}/unsign`, { reason: 'Wrong one' })
    expect((await at.stored('log_entries', old.id))?.is_corrected).toBe(false)
  })
})

test('a correction of what is not signed any more is not signed, so both never count', async () => {
  const skill = await at.make.skill(medicine)
  const sign = (id: number) => faculty.post('/log-entries/sign', { ids: [id], ...completed })
  const first = await log(pupil.caller, { skill_id: skill })
  await sign(first.id)
  const second = await log(pupil.caller, { skill_id: skill, corrects_id: first.id })
  await sign(second.id)
  const third = await log(pupil.caller, { skill_id: skill, corrects_id: second.id })
  expect((await faculty.post(`/log-entries/${second.id}/unsign`, { reason: 'Wrong' })).status).toBe(200)
  const loose = await sign(third.id)
  expect([loose.status, loose.body.message]).toEqual([409, expect.stringContaining('not signed any more')])
  const early = await pupil.caller.post(`/log-entries/${second.id}/withdraw`)
  expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('Withdraw that one first')])
  // Signed with it, it takes its place at once.
  const both = await faculty.post('/log-entries/sign', { ids: [second.id, third.id], ...completed })
  expect(both.status).toBe(200)
  const corrected = async (id: number) => (await at.stored('log_entries', id))?.is_corrected
  expect(await Promise.all([first.id, second.id, third.id].map(corrected))).toEqual([true, true, false])
})

test('a line of feedback is for ten at once', async () => {
  const ids = await Promise.all(Array.from({ length: 11 }, async () => (await log(pupil.caller)).id))
  const { body } = await faculty.post('/log-entries/sign', { ids, feedback: 'Well done', ...completed })
  expect(body.errors).toEqual({ feedback: ['Feedback is for at most 10 performances at once'] })
  expect((await faculty.post('/log-entries/sign', { ids, ...completed })).status).toBe(200)
})

test('with what was seen, nothing is signed that was not', async () => {
  const [one, other] = [await log(pupil.caller), await log(pupil.caller)]
  const seen = [{ id: one.id, updated_at: one.updated_at }]
  const refused = await faculty.post('/log-entries/sign', { ids: [one.id, other.id], seen, ...completed })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was added since')])
  expect(await statusOf(one.id)).toBe('logged')
})

test('a supervisor who works elsewhere now is not asked, and signs nothing', async () => {
  const administration = await at.make.department({ type: 'non-academic' })
  const userId = await at.make.person('faculty', medicine)
  const teacher = await at.db.selectFrom('staff').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const { id } = await log(pupil.caller, { supervisor_id: teacher.id })
  await at.db.updateTable('staff').set({ department_id: administration }).where('id', '=', teacher.id).execute()
  const caller = await at.of(userId)
  expect((await caller.get('/log-entries?only=to-sign')).body.meta.total).toBe(0)
  const refused = await caller.post('/log-entries/sign', { ids: [id], ...completed })
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('any more')])
  expect((await hod.post('/log-entries/sign', { ids: [id], ...completed })).status).toBe(200)
})

test('a teacher who has signed or is named is not deleted', async () => {
  const mine = await log(pupil.caller, { supervisor_id: colleague })
  const refused = await admin.delete(`/staff/${colleague}`)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('named as supervisor of')])
  expect((await admin.delete(`/students/${pupil.id}`)).status).toBe(409)
  expect(await statusOf(mine.id)).toBe('logged')
})

test('the totals of lists are kept as entries come and change', async () => {
  const total = async (query: string) => (await hod.get(`/log-entries?${query}`)).body.meta.total
  const skill = await at.make.skill(medicine)
  const made = await Promise.all([1, 2, 3].map(() => log(pupil.caller, { skill_id: skill })))
  expect(await total(`skill_id=${skill}`)).toBe(3)
  await faculty.post('/log-entries/sign', { ids: [made[0].id], ...completed })
  await pupil.caller.post(`/log-entries/${made[1].id}/withdraw`)
  expect(await total(`skill_id=${skill}&status=logged`)).toBe(1)
  expect(await total(`skill_id=${skill}&supervisor_id=${entry.supervisor_id}&status=signed`)).toBe(1)
  expect(await total(`skill_id=${skill}&student_id=${pupil.id}`)).toBe(3)
  expect(await total(`skill_id=${skill}&group_id=${wards}&from=${entry.performed_on}`)).toBe(3)
  expect((await hod.get('/log-entries?ids=1,x')).status).toBe(422)
})

test('a teacher is listed what waits for the own signature, from the longest waiting', async () => {
  const user = await at.make.user({})
  await at.make.giveRole(user, 'faculty')
  const named = await at.make.staff(user, medicine)
  const caller = await at.of(user)
  const ids = []
  for (let n = 0; n < 3; n += 1) ids.push((await log(pupil.caller, { supervisor_id: named })).id)
  await log(pupil.caller)
  await caller.post('/log-entries/sign', { ids: [ids[1]], ...completed })
  const { body } = await caller.get('/log-entries?only=to-sign')
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([ids[0], ids[2]])
  expect((await pupil.caller.get('/log-entries?only=to-sign')).body.data).toEqual([])
})
