import { describe, expect, test } from 'vitest'
import { LEAVE_TEXTS } from '../../../shared/contract/leaves.ts'
import { furnished } from '../../testing/college.ts'
import { answersIn, ask, dayFromNow, leaveForm } from '../../testing/leaves.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { countFiles } from '../../testing/uploads.ts'

const college = await furnished()
const { at, admin, principal, hod, faculty, surgeon, affairs, medicine, surgery, wards, theatre } = college
const pupil = await college.student(wards, theatre)
const other = await college.student(wards)

const refusalOf = async (fields: Record<string, unknown>, caller = pupil.caller) => {
  const { status, body } = await caller.upload('/leaves', leaveForm(fields))
  return [status, body.errors ?? body.message]
}

describe('a student asks', () => {
  test('for days, of each department with a group of the own', async () => {
    const leave = await ask(pupil.caller, {
      first_day: dayFromNow(2),
      last_day: dayFromNow(4),
      reason: ' Wedding\r\n ',
    })
    expect(leave).toMatchObject({
      student: { id: pupil.id, roll_no: pupil.rollNo },
      first_day: dayFromNow(2),
      last_day: dayFromNow(4),
      sessions: [],
      reason: 'Wedding',
      file: null,
    })
    expect(answersIn(leave)).toEqual({ Medicine: 'pending', Surgery: 'pending' })
    expect(await at.trailOf('leave', leave.id)).toMatchObject([
      {
        action: 'create',
        actor: { id: pupil.userId },
        changes: { reason: [null, 'Wedding'], departments: [null, 'Medicine, Surgery'] },
      },
    ])
  })

  test('for days of one department alone', async () => {
    const leave = await ask(pupil.caller, {
      first_day: dayFromNow(9),
      last_day: dayFromNow(9),
      department_ids: [surgery],
    })
    expect(answersIn(leave)).toEqual({ Surgery: 'pending' })
  })

  test('for sessions of the own groups, of their departments', async () => {
    const held = await at.make.session(wards, { activity_date: dayFromNow(1), start_time: '11:00', end_time: '12:30' })
    const missed = await at.make.session(theatre, { status: 'completed', activity_date: dayFromNow(-3) })
    await at.make.entry(missed, pupil.id, { status: 'absent' })
    const leave = await ask(pupil.caller, { session_ids: [held, missed, held] })
    expect(leave).toMatchObject({ first_day: null, last_day: null })
    expect(leave.sessions).toMatchObject([
      { id: missed, department: { name: 'Surgery' }, status: 'completed' },
      { id: held, group: { name: 'Wards' }, activity_date: dayFromNow(1), start_time: '11:00', end_time: '12:30' },
    ])
    expect(answersIn(leave)).toEqual({ Medicine: 'pending', Surgery: 'pending' })
    // Staff of a department are told of its own sessions.
    const { body } = await hod.get(`/leaves/${leave.id}`)
    expect(body.data.sessions).toMatchObject([{ id: held }])
    expect(answersIn(body.data)).toEqual({ Medicine: 'pending' })
  })

  test('with a certificate, which who reads the request may open and keep', async () => {
    const file = { name: '../my certificate.jpg', content: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2]) }
    const day = { first_day: dayFromNow(20), last_day: dayFromNow(20) }
    const leave = await ask(pupil.caller, { ...day, department_ids: [medicine] }, file)
    expect(leave.file).toEqual({ name: 'my certificate.jpg', size: 6, type: 'image/jpeg' })
    for (const caller of [pupil.caller, hod, admin, principal]) {
      const kept = await caller.get(`/leaves/${leave.id}/file/download`)
      expect([kept.status, String(kept.headers['content-disposition']).split(';')[0]]).toEqual([200, 'attachment'])
      const shown = await caller.get(`/leaves/${leave.id}/file/view`)
      expect([shown.headers['content-type'], String(shown.headers['content-disposition']).split(';')[0]]).toEqual([
        'image/jpeg',
        'inline',
      ])
    }
    for (const caller of [other.caller, surgeon])
      expect((await caller.get(`/leaves/${leave.id}/file/view`)).status).toBe(404)
    const [made] = await at.trailOf('leave', leave.id)
    expect(made.changes.file[1]).toMatch(/^my certificate\.jpg \(SHA-256 [0-9a-f]{64}\)$/)
  })

  test('once, however many times at once', async () => {
    const { caller, id } = await college.student(wards)
    // Both have passed the look before the file is kept, and wait for the student's row.
    const holding = await at.db.startTransaction().execute()
    await holding.selectFrom('students').select('id').where('id', '=', id).forUpdate().execute()
    const asking = [1, 2].map(() => caller.upload('/leaves', leaveForm()))
    await expect.poll(() => waitingForLocks(at.db)).toBe(2)
    await holding.rollback().execute()
    const answers = await Promise.all(asking)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await caller.get('/leaves')).body.meta.total).toBe(1)
  })
})

describe('what is refused, and leaves nothing', () => {
  test.each([
    [{ reason: '' }, { reason: ['Reason is required'] }],
    [{ reason: undefined }, { reason: ['Reason is required'] }],
    [{ reason: 'x'.repeat(1001) }, { reason: ['Reason must be at most 1000 characters'] }],
    [{ first_day: '', last_day: '' }, { first_day: [LEAVE_TEXTS.nothing] }],
    [{ first_day: '' }, { first_day: ['First day is required'] }],
    [{ last_day: '' }, { last_day: ['Last day is required'] }],
    [{ first_day: '2026-02-30' }, { first_day: ['First day must be a valid date (YYYY-MM-DD)'] }],
    [{ first_day: dayFromNow(-31) }, { first_day: [LEAVE_TEXTS.early] }],
    [{ last_day: dayFromNow(181) }, { last_day: [LEAVE_TEXTS.late] }],
    [{ last_day: dayFromNow(-1) }, { last_day: [LEAVE_TEXTS.order] }],
    [{ department_ids: 'Medicine' }, { department_ids: ['Departments must be a JSON list of ids'] }],
    [{ department_ids: [0] }, { department_ids: ['Departments must be a JSON list of ids'] }],
    [{ department_ids: [999_999] }, { department_ids: ['You are in no group of one of these departments'] }],
    [{ session_ids: Array.from({ length: 61 }, (_, at) => at + 1) }, { session_ids: ['Sessions are at most 60'] }],
    [{ session_ids: [999_999] }, { session_ids: ['A session does not exist'] }],
    [{ session_ids: [1], first_day: dayFromNow(1), last_day: dayFromNow(1) }, { session_ids: [LEAVE_TEXTS.both] }],
  ])('%o', async (fields, errors) => {
    expect(await refusalOf(fields, other.caller)).toEqual([422, errors])
    expect((await other.caller.get('/leaves')).body.meta.total).toBe(0)
  })

  test('sessions of foreign groups, cancelled ones, and those where the student was present', async () => {
    const foreign = await at.make.session(theatre, { activity_date: dayFromNow(1) })
    const cancelled = await at.make.session(wards, { activity_date: dayFromNow(1), status: 'cancelled' })
    const present = await at.make.session(wards, { activity_date: dayFromNow(-1), status: 'completed' })
    await at.make.entry(present, other.id)
    const old = await at.make.session(wards, { activity_date: dayFromNow(-31) })
    for (const [id, said] of [
      [foreign, 'A session does not exist'],
      [cancelled, 'A session is cancelled'],
      [present, 'You were present in one of these sessions'],
      [old, 'A session is too long ago or ahead'],
    ] as const)
      expect(await refusalOf({ session_ids: [id] }, other.caller)).toEqual([422, { session_ids: [said] }])
  })

  test('what has been asked for already, unless that was refused or withdrawn', async () => {
    const { caller, id } = await college.student(wards, theatre)
    const held = await at.make.session(wards, { activity_date: dayFromNow(5) })
    await ask(caller, { session_ids: [held] })
    const forSessions = { session_ids: ['You have already asked for leave for one of these sessions, or for its day'] }
    const forDays = (who: string) => ({
      first_day: [`You have already asked ${who} for one of these days, or for a session then`],
    })
    expect(await refusalOf({ session_ids: [held] }, caller)).toEqual([422, forSessions])
    // A day on which there is such a session, of the same department.
    const around = { first_day: dayFromNow(4), last_day: dayFromNow(5) }
    expect(await refusalOf({ ...around, department_ids: [medicine] }, caller)).toEqual([422, forDays('Medicine')])
    await ask(caller, { ...around, department_ids: [surgery] })
    const { id: leave } = await ask(caller, { first_day: dayFromNow(6), last_day: dayFromNow(7) })
    // And a session on such a day.
    const then = await at.make.session(wards, { activity_date: dayFromNow(6) })
    expect(await refusalOf({ session_ids: [then] }, caller)).toEqual([422, forSessions])
    const within = { first_day: dayFromNow(7), last_day: dayFromNow(8) }
    expect(await refusalOf(within, caller)).toEqual([422, forDays('Medicine and Surgery')])
    await caller.post(`/leaves/${leave}/withdrawal`)
    await ask(caller, within)
    expect((await admin.get(`/leaves?student_id=${id}`)).body.meta.total).toBe(4)
  })

  test('files that are none of a certificate’s kinds', async () => {
    const before = countFiles(at, 'kept')
    for (const [name, content, said] of [
      ['page.html', '<script>', 'File "page.html" is neither a PDF nor a picture (JPEG, PNG or WebP).'],
      ['page.pdf', '<script>', 'File "page.pdf" is neither a PDF nor a picture (JPEG, PNG or WebP).'],
    ]) {
      const answer = await other.caller.upload('/leaves', leaveForm({}, { name: name ?? '', content: content ?? '' }))
      expect([answer.status, answer.body.errors]).toEqual([422, { file: [said] }])
    }
    expect(countFiles(at, 'kept')).toBe(before)
  })

  test('who is in no group, who is no student, and who asks too often', async () => {
    const { caller: loner } = await college.student()
    expect(await refusalOf({}, loner)).toEqual([
      422,
      { first_day: ['You are in no group yet, so there is no department to ask'] },
    ])
    for (const caller of [hod, admin, faculty, affairs])
      expect((await caller.upload('/leaves', leaveForm())).status).toBe(403)
    const { caller, id } = await college.student(wards)
    for (let n = 0; n < 30; n += 1) await at.make.leaveRequest(id, [medicine])
    expect(await refusalOf({}, caller)).toEqual([
      409,
      'You have asked for leave very often this month. Please speak to your head of department.',
    ])
  })
})
