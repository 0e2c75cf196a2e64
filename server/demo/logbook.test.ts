import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { LogEntry } from '../../shared/contract/log-entries.ts'
import { ATTEMPTS, DECISIONS, LEVELS, LOG_STATUSES, RATINGS } from '../../shared/labels.ts'
import { dayIn } from '../core/clock.ts'
import { unfurnished } from '../testing/college.ts'
import { partOf } from '../testing/today.ts'
import { fillAttendance } from './attendance.ts'
import { fillCollege } from './college.ts'
import { addDays } from './days.ts'
import { fillGroups } from './groups.ts'
import { fillLogbook } from './logbook.ts'
import { fillSkills } from './skills.ts'
import { fillStaff } from './staff.ts'
import { fillStudents } from './students.ts'
import { fillTasks } from './tasks.ts'

const at = await unfurnished()
const today = dayIn('Asia/Karachi')
let filled = 0

beforeAll(async () => {
  const college = await fillCollege(at.db, today, 'none')
  const staff = await fillStaff(at.db, college)
  const groups = await fillGroups(at.db, college, await fillStudents(at.db, college))
  await fillAttendance(at.db, college, groups, staff)
  const skills = await fillSkills(at.db, college)
  await fillTasks(at.db, college, groups, staff, skills)
  filled = await at.db.transaction().execute((tx) => fillLogbook(tx, college, groups, staff, skills))
}, 120_000)

const demo = async (account: string) => {
  const where = at.db.selectFrom('users').select('id').where('email', '=', `${account}@college.test`)
  return at.of((await where.executeTakeFirstOrThrow()).id)
}
const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(at.db)).rows

test('the demo has two years of performances in every state, most of them signed', async () => {
  expect(filled).toBeGreaterThan(20_000)
  expect(filled).toBeLessThan(60_000)
  const [{ first, last, ...shares } = {} as Record<string, string>] = await rows(
    sql<Record<string, string>>`select min(performed_on) as first, max(performed_on) as last,
      ${sql.join(
        LOG_STATUSES.map((one) => sql`avg((status = ${one})::int)::float as ${sql.id(one)}`),
        sql`, `,
      )} from log_entries`,
  )
  expect(last).toBe(addDays(today, -1))
  expect(first && first > addDays(today, -740) && first < addDays(today, -700)).toBe(true)
  expect(Number(shares.signed)).toBeGreaterThan(0.9)
  for (const status of ['logged', 'returned', 'withdrawn'])
    expect(Number(shares[status]), status).toBeGreaterThan(0.005)
  for (const [column, words] of Object.entries({
    decision: DECISIONS,
    rating: RATINGS,
    attempt: ATTEMPTS,
    level: LEVELS,
  }))
    expect(
      (
        await rows(
          sql<{ word: string }>`select distinct ${sql.id(column)} as word from log_entries
            where ${sql.id(column)} is not null`,
        )
      ).map(({ word }) => word),
    ).toEqual(expect.arrayContaining([...words]))
})

test('nothing of it is in the future or out of its order, and nobody supervises in another department', async () => {
  const wrong = await rows(sql`select entry.* from log_entries entry join staff on staff.id = entry.supervisor_id
    where entry.created_at >= now() or entry.signed_at >= now() or entry.signed_at <= entry.created_at
      or (entry.created_at at time zone 'Asia/Karachi')::date < entry.performed_on
      or staff.department_id <> entry.department_id
      or entry.updated_at < entry.created_at
      or entry.setting = 'simulated' and entry.patient_sex is not null`)
  expect(wrong).toEqual([])
})

test('levels rise with the times that a student has done a skill', async () => {
  const [{ risen } = { risen: 0 }] = await rows(
    sql<{ risen: number }>`
      select avg(rank - first) filter (where nth > 8)::float as risen
      from (select rank, row_number() over own as nth, first_value(rank) over own as first
        from (select *, array_position(${[...LEVELS]}::text[], level) as rank from log_entries) ranked
        window own as (partition by student_id, skill_id order by performed_on, id)) counted`,
  )
  expect(risen).toBeGreaterThan(0.3)
})

test('twelve performances wait for the demo’s teacher, the oldest for three days', async () => {
  const part = await partOf(await demo('faculty'), 'to-sign')
  expect(part?.total).toBe(12)
  expect(part?.lines?.map(({ since }) => since)).toEqual([-3, -2, -2].map((days) => addDays(today, days)))
  expect((await partOf(await demo('hod'), 'unsigned-long'))?.total).toBeGreaterThan(0)
})

test('the demo’s student is near the end of a requirement, with one sent back and two that wait for others', async () => {
  const student = await demo('student')
  const [{ id } = { id: 0 }] = await rows(
    sql<{ id: number }>`select students.id from students join users on users.id = user_id
      where email = 'student@college.test'`,
  )
  const { skills } = (await student.get(`/logbook/student/${id}`)).body.data
  const own = skills.find((one: { skill: { code: string } }) => one.skill.code === 'MED-08')
  expect(own).toMatchObject({ required: 15, counted: 7, logged: 2, returned: 1, ends_on: addDays(today, 10) })
  const part = await partOf(student, 'entries-returned')
  expect(part?.lines?.[0]).toMatchObject({ text: 'Blood glucose monitoring' })
  const waiting = (await student.get('/log-entries?status=logged&per_page=100')).body.data as LogEntry[]
  const named = await Promise.all(
    ['faculty', 'hod'].map(async (one) => (await (await demo(one)).get('/auth/me')).body.data.name),
  )
  expect(waiting.filter(({ supervisor }) => named.includes(supervisor.name))).toEqual([])
})

test('some was logged late and signed by the head of department, and a signed one was corrected', async () => {
  const student = await demo('student')
  const entries = (await student.get('/log-entries?per_page=500')).body.data as LogEntry[]
  const hod = (await (await demo('hod')).get('/auth/me')).body.data.name
  const late = entries.filter(({ is_late }) => is_late)
  expect(late.map(({ status, supervisor }) => [status, supervisor.name]).sort()).toEqual([
    ['signed', hod],
    ['signed', hod],
  ])
  const [correction] = entries.filter(({ corrects_id }) => corrects_id !== null)
  expect(entries.find(({ id }) => id === correction?.corrects_id)).toMatchObject({
    status: 'signed',
    corrected_by: correction?.id,
  })
})

test('in Medicine somebody logged on a day of absence, and somebody more than is usual on a day', async () => {
  const absent = await rows(sql<{ name: string }>`select departments.name from log_entries entry
    join departments on departments.id = entry.department_id
    join attendance_submissions mark on mark.student_id = entry.student_id
    join attendance_sessions held on held.id = mark.attendance_session_id
      and held.department_id = entry.department_id and held.activity_date = entry.performed_on
    where entry.status <> 'withdrawn' group by entry.id, departments.name having bool_and(mark.status <> 'present')`)
  expect(absent).toEqual([{ name: 'Medicine' }])
  const many = await rows(sql`select skills.name, count(*)::int as times from log_entries
    join skills on skills.id = skill_id group by student_id, skills.id, performed_on
    having count(*) > skills.usual_a_day`)
  expect(many).toEqual([{ name: 'Blood glucose monitoring', times: 9 }])
})
