import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { csv, errorsOf, eventsOf, outcomes, preview, upload } from '../../testing/imports.ts'
import { book } from '../../testing/past-imports.ts'

const { at, admin, hod, faculty, surgeon, batch, medicine, surgery } = await furnished()

async function run(caller: Client, file: string | Buffer, fields: Record<string, string> = {}) {
  const { digest } = await preview(caller, 'attendance', file, fields)
  const answer = await caller.upload('/imports/attendance', upload(file, { ...fields, digest }))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return eventsOf(answer).at(-1) as { type: string; import_id: number; message?: string }
}
const making = (name: string, as = 'Medicine') => ({ making: JSON.stringify([{ field: 'session_of', name, as }]) })

/** A group of its own, with students who have been in it for long. */
async function ward(name: string, count: number, department = medicine) {
  const group = await at.make.group(batch, department, { name })
  const students = []
  for (let n = 0; n < count; n += 1) students.push(await at.make.student(batch, group))
  return { group, students: students as { id: number; userId: number; rollNo: string }[] }
}
const sessionsOf = (group: number) =>
  at.db.selectFrom('attendance_sessions').selectAll().where('group_id', '=', group).orderBy('activity_date').execute()
const entriesOf = async (session: number | undefined) =>
  (
    await at.db
      .selectFrom('attendance_submissions')
      .select(['status', 'remarks'])
      .where('attendance_session_id', '=', session ?? 0)
      .orderBy('student_id')
      .execute()
  ).map(({ status, remarks }) => [status, remarks])

describe('a file with a column for each day', () => {
  test('makes the sessions, takes their registers, and is undone', async () => {
    const { group, students } = await ward('Grid', 2)
    const [ann, ben] = students
    const file = await book([
      ['Attendance register, May 2024'],
      ['S.No', 'Roll No', 'Name', new Date('2024-05-13'), '14/05/2024', 'Total'],
      [1, ann?.rollNo ?? '', '', 'P', 1, 2],
      [2, ben?.rollNo ?? '', '', 'Ab', 'L', 0],
    ])
    const first = await preview(faculty, 'attendance', file)
    expect(first.unknown).toMatchObject([{ field: 'session_of', name: 'Grid', as: 'Medicine', rows: 4 }])
    expect(first.rows[0]?.errors['of:3']).toEqual(['Grid has no session on 13 May 2024'])
    const made = making('Grid')
    const { rows, missing, unknown } = await preview(faculty, 'attendance', file, made)
    expect([outcomes(rows), unknown]).toEqual([['create', 'create'], []])
    expect(missing[0]).toEqual({ text: '2 new sessions would be from 08:00 to 14:00.', field: 'start_time' })
    expect(rows[0]?.values).toMatchObject({ start_time: '08:00', end_time: '14:00', staff_id: 'Teacher' })
    const done = await run(faculty, file, made)
    const named = [{ noun: 'sessions of group', name: 'Grid' }]
    expect(done).toMatchObject({ type: 'done', created: 4, updated: 0, unchanged: 0, made: named })
    const sessions = await sessionsOf(group)
    expect(sessions).toMatchObject([
      { activity_date: '2024-05-13', status: 'completed', taken_by: faculty.userId },
      { activity_date: '2024-05-14', status: 'completed' },
    ])
    expect(await entriesOf(sessions[0]?.id)).toEqual([
      ['present', null],
      ['absent', null],
    ])
    expect(await entriesOf(sessions[1]?.id)).toEqual([
      ['present', null],
      ['leave', null],
    ])
    expect((await at.trailOf('attendance_session', sessions[0]?.id ?? 0))[0]).toMatchObject({ action: 'take' })
    expect(await run(faculty, file, made)).toMatchObject({ created: 0, unchanged: 4, import_id: null })
    expect((await faculty.post(`/imports/attendance/${done.import_id}/undo`)).status).toBe(200)
    expect(await sessionsOf(group)).toEqual([])
  })

  test('takes a day with odd cells, which are errors in their places, and names a column that has no day', async () => {
    const { students } = await ward('Odd', 2)
    const [ann, ben] = students.map(({ rollNo }) => rollNo)
    const file = csv('Roll No,13-05-2024,Tuesday,Present', `${ann},late,P,1`, `${ben},P,A,0`)
    const { rows, unsure_columns, ignored_columns } = await preview(faculty, 'attendance', file, making('Odd'))
    expect(rows.map(({ errors }) => errors['of:1']?.[0])).toEqual([
      'Write "Present", "Absent" or "Leave", or P, A, L',
      undefined,
    ])
    expect(unsure_columns).toEqual([{ index: 2, heading: 'Tuesday', field: 'of:2', sample: 'P' }])
    expect(ignored_columns).toEqual(['Present'])
    const read = { ...making('Odd'), columns: JSON.stringify({ 2: 'of:2' }) }
    const asked = await preview(faculty, 'attendance', file, read)
    expect(asked.rows[1]?.errors['of:2']).toEqual(['The heading "Tuesday" is no day'])
    expect(asked.wide_columns).toMatchObject([{ index: 2, facts: [{ field: 'of:2.day', heading: 'Day', value: '' }] }])
    const said = { ...read, mended: JSON.stringify({ all: { 'of:2.day': '14-05-2024' }, 2: { 'of:1': 'L' } }) }
    expect(await run(faculty, file, said)).toMatchObject({ created: 4 })
  })

  test('is of the group in which a student was on the day', async () => {
    const [{ group, students }, later] = [await ward('Early', 1), await ward('Late', 1)]
    const [one] = students
    await at.db
      .updateTable('student_groups')
      .set({ first_day: '2024-01-01', status: 'inactive', ended_at: new Date(), left_on: '2025-01-01' })
      .where('student_id', '=', one?.id ?? 0)
      .execute()
    await at.make.join(one?.id ?? 0, later.group, '2025-01-01')
    const file = csv('Roll No,16-05-2024', `${one?.rollNo},P`)
    expect(await run(faculty, file, making('Early'))).toMatchObject({ created: 1 })
    expect([(await sessionsOf(group)).length, (await sessionsOf(later.group)).length]).toEqual([1, 0])
  })

  test('asks for the order of days in headings that are ambiguous, and takes either', async () => {
    const { group, students } = await ward('Orders', 1)
    const file = csv('Roll No;03/04/2024', `${students[0]?.rollNo};P`)
    const made = making('Orders')
    expect((await preview(hod, 'attendance', file, made)).date_question).toMatchObject({ text: '03/04/2024' })
    const { digest } = await preview(hod, 'attendance', file, made)
    const refused = await hod.upload('/imports/attendance', upload(file, { ...made, digest }))
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['date_order']])
    await run(hod, file, { ...made, date_order: 'dmy' })
    await run(hod, file, { ...made, date_order: 'mdy' })
    expect((await sessionsOf(group)).map(({ activity_date }) => activity_date)).toEqual(['2024-03-04', '2024-04-03'])
  })
})

describe('a file with one entry a row', () => {
  test('takes a register that was planned, changes one that was taken, and puts both back', async () => {
    const { group, students } = await ward('Rows', 2)
    const [ann, ben] = students
    const planned = await at.make.session(group, { activity_date: '2024-02-05' })
    const taken = await at.make.session(group, { activity_date: '2024-02-06', status: 'completed' })
    await at.make.entry(taken, ann?.id ?? 0, { status: 'absent', remarks: 'kept' })
    const file = csv(
      'Roll No,Department,Date,Status,Remarks',
      `${ann?.rollNo},Medicine,2024-02-05,present,early`,
      `${ben?.rollNo},Medicine,2024-02-05,A,`,
      `${ann?.rollNo},Medicine,6 Feb 2024,✓,`,
      `${ben?.rollNo},Medicine,06-02-2024,leave,`,
      `${ben?.rollNo},Medicine,13-02-2024,leave,`,
    )
    const errors = (await preview(admin, 'attendance', file)).rows.map(({ errors }) => Object.keys(errors))
    expect(errors).toEqual([[], [], [], [], ['activity_date']])
    const good = csv(...file.trim().split('\n').slice(0, 5)).replace('06-02-2024', '2024-02-06')
    const { rows } = await preview(admin, 'attendance', good)
    expect(rows[2]).toMatchObject({ outcome: 'update', changes: { Status: ['Absent', 'Present'] } })
    const done = await run(admin, good)
    expect(done).toMatchObject({ created: 3, updated: 1 })
    expect(await entriesOf(planned)).toEqual([
      ['present', 'early'],
      ['absent', null],
    ])
    expect(await entriesOf(taken)).toEqual([
      ['present', 'kept'],
      ['leave', null],
    ])
    expect((await admin.post(`/imports/attendance/${done.import_id}/undo`)).status).toBe(200)
    expect([await entriesOf(planned), await entriesOf(taken)]).toEqual([[], [['absent', 'kept']]])
    expect((await at.stored('attendance_sessions', planned))?.status).toBe('pending')
  })

  test('says what is wrong, and makes nobody absent whom it does not name', async () => {
    const { group, students } = await ward('Wrong', 3)
    const [ann, ben, cem] = students
    await at.make.session(group, { activity_date: '2024-02-05' })
    await at.make.session(group, { activity_date: '2024-02-07', status: 'cancelled' })
    const stranger = await at.make.student(batch)
    const row = (roll: string | undefined, day: string, status: string, group = '') =>
      `${roll},Medicine,${group},${day},${status}`
    const name = async (one: { userId: number } | undefined) => (await at.stored('users', one?.userId ?? 0))?.name
    expect(
      await errorsOf(
        admin,
        'attendance',
        'Roll No,Department,Group,Day,Status,Name',
        row(ann?.rollNo, '2024-02-05', 'P'),
        row(ann?.rollNo, '2024-02-05', 'A'),
        row(ben?.rollNo, '2024-02-05', 'late'),
        row(cem?.rollNo, '2099-01-05', 'P'),
        row(cem?.rollNo, '2024-02-07', 'P'),
        row(stranger.rollNo, '2024-02-05', 'P', 'Wrong'),
        row(stranger.rollNo, '2024-02-05', 'P'),
        row(cem?.rollNo, '', ''),
        `${row(cem?.rollNo, '2024-02-05', 'P')},Bilal Khan`,
      ),
    ).toEqual([
      {
        row: [
          `The file says nothing of ${await name(ben)} and 1 more, who were in the group on 5 Feb 2024, and would make them absent. Add them, or leave this day out.`,
        ],
      },
      { status: ['Line 2 has the attendance of the same student on the same day'] },
      { status: ['Write "Present", "Absent" or "Leave", or P, A, L'] },
      { activity_date: ['5 Jan 2099 has not passed yet'] },
      { activity_date: ['The session of Wrong on 7 Feb 2024 is cancelled'] },
      { status: [`${await name(stranger)} is not an active student of this group`] },
      { group_id: [`${await name(stranger)} is in no group of Medicine`] },
      { activity_date: ['Day is required'], status: ['Status is required'] },
      { roll_no: [`${cem?.rollNo} is ${await name(cem)}`] },
    ])
  })

  test('stores an entry of before the membership, and says so; nobody who came later has to be named', async () => {
    const { group, students } = await ward('Joining', 1)
    const late = await at.make.student(batch)
    await at.make.join(late.id, group, '2025-01-01')
    const day = await at.make.session(group, { activity_date: '2024-02-05' })
    const one = csv('Roll No,Department,Day,Status', `${students[0]?.rollNo},Medicine,2024-02-05,P`)
    expect(outcomes((await preview(admin, 'attendance', one)).rows)).toEqual(['create'])
    const both = csv(...one.trim().split('\n'), `${late.rollNo},Medicine,2024-02-05,A`)
    const { missing } = await preview(admin, 'attendance', both)
    expect(missing.map(({ text }) => text)).toEqual([
      '1 entry is of a day before the student joined the group. Stored and counted all the same, as where the register is taken by hand.',
    ])
    await run(admin, both)
    expect((await entriesOf(day)).map(([status]) => status)).toEqual(['present', 'absent'])
  })

  test('is of the own department, by who may add sessions there; undone only while nobody changed it', async () => {
    const { group, students } = await ward('Scope', 1, surgery)
    const file = csv('Roll No,Department,Day,Status', `${students[0]?.rollNo},Surgery,2024-02-05,P`)
    const foreign = await preview(hod, 'attendance', file, making('Scope', 'Surgery'))
    expect(foreign.rows[0]?.errors).toEqual({
      department_id: ['You can only import attendance of your own department'],
    })
    const forged = { ...making('Scope', 'Surgery'), digest: foreign.digest }
    expect((await hod.upload('/imports/attendance', upload(file, forged))).status).toBe(422)
    const { import_id } = await run(surgeon, file, making('Scope', 'Surgery'))
    const [session] = await sessionsOf(group)
    const say = (status: string) =>
      surgeon.post('/attendance-submissions/update', {
        attendance_session_id: session?.id,
        submissions: [{ student_id: students[0]?.id, status }],
      })
    await say('absent')
    const refused = await surgeon.post(`/imports/attendance/${import_id}/undo`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was changed since')])
    await say('present')
    await surgeon.put(`/attendance-sessions/${session?.id}`, { remarks: 'In the theatre' })
    expect((await surgeon.post(`/imports/attendance/${import_id}/undo`)).status).toBe(409)
    await surgeon.put(`/attendance-sessions/${session?.id}`, { remarks: null })
    expect((await surgeon.post(`/imports/attendance/${import_id}/undo`)).status).toBe(200)
    expect(await sessionsOf(group)).toEqual([])
  })
})
