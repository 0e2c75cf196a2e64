import { beforeAll, describe, expect, test } from 'vitest'
import type { TodayPart } from '../../../shared/contract/today.ts'
import { dayIn } from '../../core/clock.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, principal, affairs, hod, faculty, surgeon, student, medicine, surgery, batch, wards, theatre } =
  await furnished()

const DAY = 86_400_000
const dayAfter = (days: number) => dayIn('Asia/Karachi', new Date(Date.now() + days * DAY))
const instantAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const partsOf = async (caller: Client): Promise<TodayPart[]> => (await caller.get('/today')).body.data

interface Row {
  waiting?: { count: number }
}

/** The screens' lists that lines lead to, each by the call that the screen makes for such an address. */
const LISTS: Record<string, string> = {
  '/tasks': '/tasks',
  '/attendance': '/attendance-sessions',
  '/students': '/students',
  '/staff': '/staff',
  '/assessment': '/assessments',
  '/reports': '/student-reports',
}

const sumOf = ({ body }: { body: { data: { count: number }[] } }) =>
  body.data.reduce((sum, { count }) => sum + count, 0)

/** Counts the rows of the list behind an address: for tasks with waiting work, the work that their rows name. */
async function countBehind(caller: Client, address: string): Promise<number> {
  if (address === '/reports?tab=below') return sumOf(await caller.get('/student-reports/below-minimum'))
  const [path = '', filters] = address.split('?')
  const query = new URLSearchParams(filters)
  for (const name of ['fetched', 'modal', 'id']) query.delete(name)
  if (query.has('batch')) query.set('batch_id', query.get('batch') ?? '')
  const { status, body } = await caller.get(`${LISTS[path]}?per_page=500&${query}`)
  expect(status, `${address} ${JSON.stringify(body)}`).toBe(200)
  const rows: Row[] = body.data
  return rows.some(({ waiting }) => waiting)
    ? rows.reduce((sum, { waiting }) => sum + (waiting?.count ?? 0), 0)
    : body.meta.total
}

let pupil: Awaited<ReturnType<typeof student>>
let clerk: Client

beforeAll(async () => {
  pupil = await student(wards, theatre)
  clerk = await at.as('clerk')
  const staffIdOf = async ({ userId }: Client) =>
    (await at.db.selectFrom('staff').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id
  const own = { staff_id: await staffIdOf(faculty) }
  for (const days of [-9, -5, -4, -3, 0, 1])
    await at.make.session(wards, { ...own, activity_date: dayAfter(days), start_time: '00:00', end_time: '00:01' })
  await at.make.session(theatre, { activity_date: dayAfter(-5) })
  await at.make.session(wards, { ...own, activity_date: dayAfter(-2), status: 'cancelled' })

  for (const [days, marks] of [[-20], [-19], [-3], [-30, 14]] as const) {
    const task = await at.make.task(medicine, [wards])
    const work = marks === undefined ? {} : { marks, graded_at: instantAfter(-1) }
    await at.make.submission(task, pupil.id, { date_time: instantAfter(days), ...work })
    await at.make.submission(task, (await at.make.student(batch, wards)).id, { date_time: instantAfter(-1) })
  }
  const foreign = await at.make.task(surgery, [theatre])
  await at.make.submission(foreign, pupil.id, { date_time: instantAfter(-16) })
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await at.make.task(medicine, [wards], { name, end_date: dayAfter(-1) })
  await at.make.task(medicine, [wards], { name: 'Not begun', start_date: dayAfter(1) })

  const held = await at.make.session(wards, { status: 'completed', activity_date: dayAfter(-30) })
  for (const [entry, status] of [
    ['absent', 'active'],
    ['leave', 'active'],
    ['present', 'active'],
    ['absent', 'dropped'],
  ] as const)
    await at.make.entry(held, (await at.make.student(batch, wards, { status })).id, { status: entry })

  for (const [days, group] of [
    [-8, wards],
    [-9, wards],
    [-30, wards],
    [-10, wards],
    [-6, wards],
    [-9, theatre],
  ] as const)
    await at.make.assessment(group, { created_at: instantAfter(days) })

  await at.make.student(batch)
  await at.make.student(batch, undefined, { status: 'on_leave' })
  await at.make.student(batch, undefined, { status: 'graduated' })
  for (const status of ['active', 'transferred'] as const) {
    const { id } = await at.make.student(batch, undefined, { status })
    await at.db.deleteFrom('student_batches').where('student_id', '=', id).execute()
  }
  for (const role of ['faculty', 'hod'] as const) {
    const newcomer = await at.make.user({ signed_in_at: null })
    await at.make.giveRole(newcomer, role)
    await at.make.staff(newcomer, surgery)
  }
})

/** The kinds that lead to a list, for each role, by hand. */
const TOLD: [string, () => Client, string[]][] = [
  [
    'admin',
    () => admin,
    // Staff who never signed in, and students.
    ['students-below', 'ungraded-long', 'students-unplaced', 'never-signed-in', 'never-signed-in'],
  ],
  ['principal', () => principal, ['students-below', 'ungraded-long']],
  ['hod', () => hod, ['grading', 'results-missing']],
  ['hod of another department', () => surgeon, ['grading', 'results-missing']],
  ['faculty', () => faculty, ['own-registers', 'grading', 'results-missing']],
  ['clerk', () => clerk, ['registers-not-taken', 'students-unplaced', 'never-signed-in']],
  ['student affairs', () => affairs, ['registers-not-taken', 'students-unplaced', 'never-signed-in']],
  ['student', () => pupil.caller, ['tasks-due']],
]

describe.each(TOLD)('%s', (_, callerOf, kinds) => {
  test('finds behind each line, and behind all of a kind, as many as it says', async () => {
    const caller = callerOf()
    const parts = (await partsOf(caller)).filter(({ to, lines }) =>
      [to, ...(lines ?? []).map((line) => line.to)].some((address) => address && /[?&]only=/.test(address)),
    )
    expect(parts.map(({ kind }) => kind)).toEqual(kinds)
    for (const { kind, total, lines, to } of parts) {
      if (to) expect(await countBehind(caller, to), `all of ${kind}`).toBe(total)
      for (const { text, count, to: address } of lines ?? [])
        if (count !== null && address && /[?&]only=/.test(address))
          expect(await countBehind(caller, address), `${kind}: ${text}`).toBe(count)
    }
  })
})

test('they count who is at work and what has waited for so long alone', async () => {
  const counts = async (caller: Client, kind: string) =>
    (await partsOf(caller)).find((part) => part.kind === kind)?.lines?.map(({ text, count }) => [text, count])
  expect(await counts(clerk, 'students-unplaced')).toEqual([
    ['Without a batch', 1],
    ['Batch 2023', 2],
  ])
  expect(await counts(principal, 'ungraded-long')).toEqual([
    ['Medicine', 2],
    ['Surgery', 1],
  ])
  expect(await counts(principal, 'students-below')).toEqual([['Medicine', 2]])
})

test('the lists begin with what waits longest', async () => {
  const since = async (caller: Client, path: string) =>
    (await caller.get(path)).body.data.map((row: { waiting: { since: string } }) => row.waiting.since)
  expect(await since(faculty, '/tasks?only=ungraded')).toEqual([-20, -19, -3, -1].map(dayAfter))
  expect(await since(principal, '/tasks?only=ungraded-long')).toEqual([-20, -19, -16].map(dayAfter))
  const days = async (caller: Client, only: string) =>
    (await caller.get(`/attendance-sessions?only=${only}`)).body.data.map(
      ({ activity_date }: { activity_date: string }) => activity_date,
    )
  expect(await days(faculty, 'mine')).toEqual([0, -9, -5, -4, -3].map(dayAfter))
  expect((await days(clerk, 'not-taken'))[0]).toBe(dayAfter(-9))
})

describe('what a filter tells nobody', () => {
  test.each([
    ['a student of work to grade', () => pupil.caller, '/tasks?only=ungraded'],
    ['student affairs of work to grade', () => affairs, '/tasks?only=ungraded-long'],
    ['a teacher of what students have to hand in', () => faculty, '/tasks?only=due'],
    ['a teacher of students who never signed in', () => faculty, '/students?only=never-signed-in'],
    ['a student of staff who never signed in', () => pupil.caller, '/staff?only=never-signed-in'],
    ['the principal of staff who never signed in', () => principal, '/staff?only=never-signed-in'],
    ['a student of assessments without results', () => pupil.caller, '/assessments?only=unmarked'],
    ['the principal of assessments without results', () => principal, '/assessments?only=unmarked'],
    ['a student of other students without a group', () => pupil.caller, '/students?only=unplaced'],
    ['the principal of own registers', () => principal, '/attendance-sessions?only=mine'],
  ])('%s', async (_, callerOf, path) => {
    const caller = callerOf()
    const { status, body } = await caller.get(path)
    expect([status, body.data]).toEqual([200, []])
  })

  test('staff of a department are told who is without one of its groups', async () => {
    const elsewhere = await at.make.student(batch, theatre)
    const found = async (caller: Client) =>
      (await caller.get(`/students?only=unplaced&batch_id=${batch}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await found(hod)).toContain(elsewhere.id)
    expect(await found(surgeon)).not.toContain(elsewhere.id)
    expect(await found(admin)).not.toContain(elsewhere.id)
    const scoped = await at.as('clerk', medicine)
    expect((await partsOf(scoped)).map(({ kind }) => kind)).not.toContain('students-unplaced')
  })

  test('a word that is none is refused', async () => {
    for (const path of ['/tasks', '/attendance-sessions', '/assessments', '/students', '/staff'])
      expect((await admin.get(`${path}?only=all`)).status, path).toBe(422)
    const below = `/student-reports?department_id=${medicine}&batch_id=${batch}`
    expect((await admin.get(`${below}&only=all`)).status).toBe(422)
    expect((await admin.get(`${below}&only=below`)).body.meta.total).toBe(2)
    expect((await admin.get(`${below.replace('?', '/attendance-stats?')}&only=below`)).body.data.totalStudents).toBe(2)
    expect((await hod.get(`/student-reports?department_id=${surgery}&batch_id=${batch}&only=below`)).status).toBe(404)
  })
})
