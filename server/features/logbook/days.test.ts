import { expect, test } from 'vitest'
import type { GroupMatrix } from '../../../shared/contract/logbook.ts'
import { furnished } from '../../testing/college.ts'
import { dayFromNow } from '../../testing/leaves.ts'
import { textOfPdf } from '../../testing/pdf.ts'

const { at, hod, affairs, student, medicine, batch, wards, clinic } = await furnished()
const { data: head } = (await hod.get('/staff/current-user')).body
const skill = await at.make.skill(medicine, { name: 'Cannulation' })

const requirement = (group: number, name: string, fields: object = {}) =>
  at.make.task(medicine, [group], {
    name,
    task_type: 'bulk',
    skill_id: skill,
    detail: '4',
    start_date: '2025-09-01',
    ...fields,
  })
const logged = (of: { id: number }, day: string) =>
  at.make.logEntry(of.id, skill, head.id, {
    performed_on: day,
    status: 'signed',
    decision: 'completed',
    signed_by: hod.userId,
    signed_at: `${day}T12:00:00Z`,
  })

const [stays, moves] = [await at.make.student(batch, wards), await at.make.student(batch, wards)]
await requirement(wards, 'Of the year', { end_date: '2026-06-30', status: 'inactive' })
await requirement(wards, 'Of the year after', { start_date: '2026-07-01' })
await requirement(clinic, 'In the clinic', { start_date: '2026-02-01' })
await requirement(wards, 'Not announced', { status: 'pending' })
for (const day of ['2025-10-01', '2025-11-01', '2026-03-01']) await logged(moves, day)
await logged(stays, '2025-12-01')
const body = { group_id: clinic, student_ids: [moves.id], since: '2026-02-01' }
expect((await affairs.post('/student-groups/assign', body)).status).toBe(200)

async function matrixOf(group: number, day?: string) {
  const query = day === undefined ? '' : `?day=${day}`
  const { status, body: told } = await hod.get(`/logbook/group/${group}${query}`)
  expect(status, JSON.stringify(told)).toBe(200)
  const { skills, students } = told.data as GroupMatrix
  return {
    asked: skills.map(({ name }) => name),
    done: Object.fromEntries(students.map(({ student: { id }, cells }) => [id, cells.map(({ counted }) => counted)])),
  }
}

test('the logbook of a group of a day has its members of then, what was asked then, and what was done by then', async () => {
  const ofYear = ['Of the year']
  expect(await matrixOf(wards, '2025-12-31')).toEqual({ asked: ofYear, done: { [stays.id]: [1], [moves.id]: [2] } })
  expect(await matrixOf(wards, '2026-01-31')).toEqual({ asked: ofYear, done: { [stays.id]: [1], [moves.id]: [2] } })
  expect(await matrixOf(wards, '2026-02-01')).toEqual({ asked: ofYear, done: { [stays.id]: [1] } })
  expect(await matrixOf(clinic, '2025-12-31')).toEqual({ asked: [], done: {} })
  // A performance in another group counts from the first day of the requirement.
  expect(await matrixOf(clinic, '2026-03-31')).toEqual({ asked: ['In the clinic'], done: { [moves.id]: [1] } })
  expect(await matrixOf(wards)).toEqual({ asked: ['Of the year after'], done: { [stays.id]: [0] } })
})

test('the performances of a group are those of its members of their days', async () => {
  const daysOf = async (group: number) => {
    const { body: told } = await hod.get(`/log-entries?group_id=${group}`)
    return told.data.map((one: { performed_on: string }) => one.performed_on).toSorted()
  }
  expect(await daysOf(wards)).toEqual(['2025-10-01', '2025-11-01', '2025-12-01'])
  expect(await daysOf(clinic)).toEqual(['2026-03-01'])
})

test('its files are of the same day and say so; an impossible day is refused', async () => {
  const { raw } = await hod.get(`/logbook/group/${wards}/export/pdf?day=2025-12-31`)
  const lines = textOfPdf(raw)
    .flat()
    .map(({ text }) => text)
  expect(lines).toContain('As of | 31 Dec 2025')
  expect(lines.filter((line) => /\| [12] of 4/.test(line))).toHaveLength(2)
  const refused = await hod.get(`/logbook/group/${wards}?day=2026-02-30`)
  expect([refused.status, refused.body.errors]).toEqual([422, { day: ['Day must be a valid date (YYYY-MM-DD)'] }])
})

test('a requirement without a last day shows the end of the posting, and counts what is done after it', async () => {
  const { id, caller } = await student(wards)
  const ended = { first_day: dayFromNow(-40), last_day: dayFromNow(-12) }
  await at.make.posting(wards, ended)
  const standing = async () => {
    const { skills } = (await caller.get(`/logbook/student/${id}`)).body.data
    return skills.map(({ requirements, ends_on, ends_with_posting, counted }: Record<string, object[]>) => [
      requirements?.map((one) => (one as { posting_end: string }).posting_end),
      ends_on,
      ends_with_posting,
      counted,
    ])
  }
  const own = { name: 'Cannulation', posting_end: ended.last_day, end_date: null }
  expect(await standing()).toEqual([[[own.posting_end], null, false, 0]])
  await logged({ id }, dayFromNow(-1))
  expect(await standing()).toEqual([[[own.posting_end], null, false, 1]])
  // The next posting takes the place of one that is over, and the running one that of both.
  await at.make.posting(wards, { first_day: dayFromNow(30), last_day: dayFromNow(50) })
  expect(await standing()).toEqual([[[dayFromNow(50)], dayFromNow(50), true, 1]])
  await at.make.posting(wards, { first_day: dayFromNow(-2), last_day: dayFromNow(1) })
  expect(await standing()).toEqual([[[dayFromNow(1)], dayFromNow(1), true, 1]])
  const matrix = (await hod.get(`/logbook/group/${wards}`)).body.data as GroupMatrix
  expect(matrix.skills).toMatchObject([{ end_date: null, posting_end: dayFromNow(1), is_half_over: true }])
  expect(matrix.students.map(({ cells }) => cells.map(({ is_behind }) => is_behind))).toEqual([[true], [true]])
})
