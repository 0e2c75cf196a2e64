import { expect, test } from 'vitest'
import type { ReportRow } from '../../../shared/contract/student-reports.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { totals } from '../../testing/reports.ts'

const { at, principal, affairs, medicine, batch, wards, clinic } = await furnished()
const PATH = '/student-reports'

const [stays, moves] = [await at.make.student(batch, wards), await at.make.student(batch, wards)]
// A register says that somebody was there who has come to another batch since, or has left.
const [repeats, left] = [await at.make.student(batch, wards), await at.make.student(batch, wards)]
await at.make.student(batch, clinic, { status: 'graduated' })

async function session(group: number, day: string, marks: [{ id: number }, 'present' | 'absent' | 'leave'][]) {
  const id = await at.make.session(group, { status: 'completed', activity_date: day })
  for (const [student, status] of marks) await at.make.entry(id, student.id, { status })
}
await session(wards, '2025-11-03', [
  [stays, 'present'],
  [moves, 'present'],
  [repeats, 'absent'],
  [left, 'leave'],
])
await session(wards, '2026-03-02', [[stays, 'absent']])
await session(clinic, '2026-03-02', [[moves, 'absent']])

const task = (group: number, name: string, fields: object) =>
  at.make.task(medicine, [group], { name, start_date: '2025-10-01', end_date: '2025-12-31', ...fields })
const asked = await task(wards, 'Case notes', { status: 'inactive' })
await at.make.submission(asked, moves.id)
await task(wards, 'Made after the move', { start_date: '2026-02-02', end_date: '2026-06-30' })
await task(clinic, 'Of the new group', { start_date: '2026-02-02', end_date: '2026-06-30' })
await task(clinic, 'Before the new group', {})
await task(wards, 'Never announced', { status: 'pending' })

expect(
  (
    await affairs.post('/student-groups/assign', {
      group_id: clinic,
      student_ids: [moves.id],
      since: '2026-02-01',
    })
  ).status,
).toBe(200)
await at.db.updateTable('students').set({ status: 'graduated' }).where('id', '=', left.id).execute()
expect((await affairs.put(`/students/${repeats.id}`, { batch_id: await at.make.batch() })).status).toBe(200)

const filter = (group: number | undefined, query: string) =>
  `department_id=${medicine}&batch_id=${batch}${group === undefined ? '' : `&group_id=${group}`}&${query}`
async function report(group: number | undefined, query = '') {
  const [list, stats] = [
    await principal.get(`${PATH}?${filter(group, query)}`),
    await principal.get(`${PATH}/attendance-stats?${filter(group, query)}`),
  ]
  expect([list.status, stats.status], JSON.stringify(list.body)).toEqual([200, 200])
  expect(stats.body.data).toEqual(totals(list.body.data))
  return (list.body.data as ReportRow[]).map(
    ({ student_id, tasks_submitted, tasks_assigned, attendance_summary: of }) => [
      student_id,
      `${tasks_submitted}/${tasks_assigned}`,
      `${of.present} ${of.absent} ${of.leave}`,
    ],
  )
}
const YEAR = 'from=2025-09-01&to=2025-12-31'
const TERM = 'from=2026-02-01&to=2026-06-30'

test('a report of some days has who was in the group then, with the sessions and tasks of these days', async () => {
  expect(await report(wards, YEAR)).toEqual([
    [stays.id, '0/1', '1 0 0'],
    [moves.id, '1/1', '1 0 0'],
    [repeats.id, '0/1', '0 1 0'],
    [left.id, '0/1', '0 0 1'],
  ])
  expect(await report(clinic, YEAR)).toEqual([])
  // A student who came to another batch today was in the group until yesterday.
  expect(await report(wards, TERM)).toEqual([
    [stays.id, '0/1', '0 1 0'],
    [repeats.id, '0/1', '0 0 0'],
  ])
  expect(await report(clinic, TERM)).toEqual([[moves.id, '0/1', '0 1 0']])
  // The day of the move is the new group's, the day before it the old one's.
  const there = async (query: string) => (await report(wards, query)).map(([id]) => id)
  expect(await there('from=2026-02-01&to=2026-02-01')).toEqual([stays.id, repeats.id])
  expect(await there('from=2026-01-31&to=2026-01-31')).toEqual([stays.id, moves.id, repeats.id])
  expect(await there('from=2026-01-31')).toEqual([stays.id, moves.id, repeats.id])
})

test('of a batch it has who was in it then; without days, as ever, the members of now and all sessions', async () => {
  expect((await report(undefined, YEAR)).map(([id]) => id)).toEqual([stays.id, moves.id, repeats.id, left.id])
  expect(await report(wards)).toEqual([[stays.id, '0/1', '1 1 0']])
  expect(await report(clinic)).toEqual([[moves.id, '0/2', '1 1 0']])
  expect((await report(undefined)).map(([id]) => id)).toEqual([stays.id, moves.id])
})

test('those below the minimum are so in these days', async () => {
  expect((await report(wards, `${YEAR}&only=below`)).map(([id]) => id)).toEqual([repeats.id, left.id])
  expect((await report(wards, `${TERM}&only=below&status=cancelled`)).map(([id]) => id)).toEqual([stays.id])
})

test('one student’s report and the files are of the same days, and say so', async () => {
  const one = await principal.get(`${PATH}/student/${moves.id}?department_id=${medicine}&${YEAR}`)
  expect(one.body.data).toMatchObject({
    tasks_assigned: 1,
    attendance_summary: { present: 1, absent: 0, leave: 0 },
    recent_attendance: [{ status: 'present' }],
  })
  const lines = async (path: string) =>
    textOfPdf((await principal.get(`${PATH}${path}`)).raw)
      .flat()
      .map(({ text }) => text)
  const list = await lines(`/export/pdf?${filter(wards, YEAR)}`)
  expect(list).toContain('Days | 1 Sept 2025 to 31 Dec 2025')
  expect(list.filter((line) => /\| 1\/1 \|/.test(line))).toHaveLength(1)
  const paper = await lines(`/student/${moves.id}/export/pdf?department_id=${medicine}&to=2025-12-31`)
  expect(paper).toContain('Days | until 31 Dec 2025')
  expect(paper).toContain('Present | 1')
})

test.each([
  ['from=2026-02-30', { from: ['From must be a valid date (YYYY-MM-DD)'] }],
  ['from=2026-02-02&to=2026-02-01', { to: ['To must be on or after from'] }],
])('impossible days are refused by their field: %s', async (query, errors) => {
  for (const path of ['', '/attendance-stats', '/export/csv']) {
    const { status, body } = await principal.get(`${PATH}${path}?${filter(wards, query)}`)
    expect([path, status, body.errors]).toEqual([path, 422, errors])
  }
})
