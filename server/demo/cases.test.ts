import { beforeAll, expect, test } from 'vitest'
import { REPORT_STATUSES } from '../../shared/labels.ts'
import {
  mayReport,
  REPORT_NEXT,
  type ReportAction,
  type ReportPart,
  STATUS_AFTER_REPLY,
} from '../../shared/policies/reportings.ts'
import { dayIn } from '../core/clock.ts'
import { fileTypeOf } from '../files/file-types.ts'
import { unfurnished } from '../testing/college.ts'
import { fillCases } from './cases.ts'
import { fillCollege } from './college.ts'
import { fillStaff } from './staff.ts'
import { fillStudents } from './students.ts'

const at = await unfurnished()
const files = new Map<string, Buffer>()

beforeAll(async () => {
  const college = await fillCollege(at.db, dayIn('Asia/Karachi'), 'none')
  const staff = await fillStaff(at.db, college)
  const students = await fillStudents(at.db, college)
  const putFile = async (bytes: Buffer) => {
    files.set(`key ${files.size}`, bytes)
    return `key ${files.size - 1}`
  }
  expect(await fillCases(at.db, college, staff, students, putFile)).toBe(40)
})

async function demo(account: string) {
  const where = at.db.selectFrom('users').select('id').where('email', '=', `${account}@college.test`)
  const client = await at.of((await where.executeTakeFirstOrThrow()).id)
  return { get: async (path: string) => (await client.get(path)).body }
}

test('the demo has forty cases in every state, some confidential, overdue, or escalated twice', async () => {
  const { data, meta } = await (await demo('principal')).get('/reportings?per_page=500')
  const all: Record<string, unknown>[] = data
  expect([all.length, meta.total]).toEqual([40, 40])
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(REPORT_STATUSES))
  expect(all.filter(({ is_confidential }) => is_confidential).length).toBeGreaterThan(5)
  expect(all.filter(({ is_overdue }) => is_overdue).length).toBeGreaterThan(5)
  expect(all.filter(({ is_overdue }) => !is_overdue).length).toBeGreaterThan(25)
  const twice = await at.db
    .selectFrom('reporting_entries')
    .select(['reporting_id'])
    .where('kind', '=', 'escalated')
    .groupBy('reporting_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  expect(twice.length).toBeGreaterThan(2)
  expect((await (await demo('admin')).get('/reportings/withdrawn')).meta.total).toBe(1)
})

test.each(['principal', 'hod', 'faculty'])('the screen of %s shows something in every list', async (account) => {
  const { get } = await demo(account)
  for (const list of ['assigned', 'reported', 'other'])
    expect((await get(`/reportings?list=${list}`)).meta.total, list).toBeGreaterThan(0)
  const { waiting, overdue } = (await get('/reportings/waiting')).data
  expect(overdue).toBeGreaterThan(0)
  expect(waiting).toBeGreaterThan(overdue)
})

test('the demo’s student has filed some, is asked for a reply, and is shown what is not hidden', async () => {
  const { get } = await demo('student')
  expect((await get('/reportings?list=reported')).meta.total).toBeGreaterThan(3)
  expect((await get('/reportings?list=other')).data).toMatchObject([{ title: 'Late for six morning rounds' }])
  expect((await get('/reportings/waiting')).data).toEqual({ waiting: 1, overdue: 0 })
  expect((await get('/reportings?q=press')).meta.total).toBe(0)
  expect((await (await demo('principal')).get('/reportings?q=press')).meta.total).toBe(1)
})

test('what is told of each happened in an order, by people and in states that the rules allow', async () => {
  const cases = await at.db
    .selectFrom('reportings')
    .innerJoin('students', 'students.id', 'reportings.student_id')
    .selectAll('reportings')
    .select(['students.user_id', 'students.status as student_status'])
    .orderBy('reportings.id')
    .execute()
  const staff = await at.db.selectFrom('staff').select(['id', 'user_id', 'status']).execute()
  const holderOf = (id: number | null) => staff.find((one) => one.id === id)
  const overseers: Record<string, ReportPart> = {
    'principal@college.test': 'principal',
    'admin@college.test': 'administrator',
  }
  const users = await at.db.selectFrom('users').select(['id', 'email']).execute()
  const actions: Record<string, ReportAction> = {
    responded: 'respond',
    awaited: 'await',
    escalated: 'escalate',
    resolved: 'resolve',
    closed: 'close',
    reopened: 'reopen',
    comment: 'add',
    reply: 'add',
    withdrawn: 'withdraw',
  }
  for (const one of cases) {
    const entries = await at.db
      .selectFrom('reporting_entries')
      .selectAll()
      .where('reporting_id', '=', one.id)
      .orderBy('id')
      .execute()
    expect(one.student_status).toBe('active')
    expect(entries.map((entry) => entry.at)).toEqual(entries.map((entry) => entry.at).toSorted())
    expect(Date.parse(entries.at(-1)?.at ?? '')).toBeLessThan(Date.now())
    const [created, assigned, ...steps] = entries
    expect([created?.kind, assigned?.kind]).toEqual(['created', 'assigned'])
    let status: (typeof REPORT_STATUSES)[number] = 'open'
    let holder = assigned?.staff_id ?? null
    for (const { kind, author_id, staff_id } of steps) {
      const parts: ReportPart[] = []
      if (author_id === holderOf(holder)?.user_id) parts.push('assignee')
      if (author_id === one.reported_by) parts.push('reporter')
      if (author_id === one.user_id && !one.is_confidential) parts.push('concerned')
      const overseer = overseers[users.find(({ id }) => id === author_id)?.email ?? '']
      if (overseer) parts.push(overseer)
      const action = actions[kind] as ReportAction
      expect([one.title, kind, mayReport(action, { status, parts })]).toEqual([one.title, kind, true])
      if (kind === 'reply') expect(parts).not.toContain('assignee')
      if (kind === 'reply' && status === 'pending_response') status = STATUS_AFTER_REPLY
      if (action in REPORT_NEXT) status = REPORT_NEXT[action as keyof typeof REPORT_NEXT]
      if (kind === 'escalated') holder = staff_id
    }
    expect([one.title, one.status, one.assigned_to]).toEqual([one.title, status, holder])
    expect(holderOf(holder)?.status).toBe('active')
  }
})

test('a reply is awaited since it was asked for', async () => {
  const waiting = await at.db
    .selectFrom('reportings')
    .innerJoin('reporting_entries', 'reporting_entries.reporting_id', 'reportings.id')
    .select((eb) => ['turn_since', eb.fn.max('reporting_entries.at').as('asked')])
    .where('status', '=', 'pending_response')
    .where('kind', '=', 'awaited')
    .groupBy(['reportings.id', 'turn_since'])
    .execute()
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.map(({ turn_since }) => turn_since)).toEqual(waiting.map(({ asked }) => asked))
})

test('its evidence is what the server would take it for, and numbers have no gaps', async () => {
  const rows = await at.db.selectFrom('reporting_files').selectAll().execute()
  expect(rows.length).toBeGreaterThan(10)
  for (const { name, type, size, storage_key } of rows) {
    const bytes = files.get(storage_key) ?? Buffer.alloc(0)
    expect([name, type, size]).toEqual([name, fileTypeOf(name, bytes), bytes.length])
  }
  expect(new Set(rows.map(({ type }) => type)).size).toBe(4)
  const numbers = await at.db.selectFrom('reporting_numbers').selectAll().orderBy('year').execute()
  const cases = await at.db.selectFrom('reportings').select('case_number').orderBy('id').execute()
  expect(cases.map(({ case_number }) => case_number)).toEqual(
    numbers.flatMap(({ year, last }) =>
      Array.from({ length: last }, (_, index) => `CASE-${year}-${String(index + 1).padStart(5, '0')}`),
    ),
  )
})
