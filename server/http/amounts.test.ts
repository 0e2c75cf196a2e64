import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { CALLS_A_DAY_MAX, CHANGES_A_DAY_MAX } from '../../shared/limits.ts'
import { callerOf } from '../core/caller.ts'
import { unfurnished } from '../testing/college.ts'
import { form } from '../testing/uploads.ts'
import { boundOf, sweepAmounts } from './amounts.ts'

const at = await unfurnished({ environment: { COLLEGE_TIMEZONE: 'Pacific/Kiritimati' } })
const admin = await at.as('admin')
const zone = 'Pacific/Kiritimati'

const counted = () => at.db.selectFrom('day_amounts').select(['what', 'amount']).orderBy('what').execute()
const setTo = (what: string, amount: number) =>
  sql`insert into day_amounts (user_id, day, what, amount)
    values (${admin.userId}, (now() at time zone ${zone})::date, ${what}, ${amount})
    on conflict (user_id, day, what) do update set amount = excluded.amount`.execute(at.db)
const add = (name: string) => admin.post('/designations', { name })

test('what a person adds is counted with it: what is refused or sent again is not', async () => {
  expect((await add('Registrar')).status).toBe(201)
  expect((await add('Registrar')).status).toBe(422)
  const { id } = (await add('Demonstrator')).body.data
  expect((await admin.put(`/designations/${id}`, { name: 'Lecturer' })).status).toBe(200)
  expect((await admin.delete(`/designations/${id}`)).status).toBe(200)
  expect(await counted()).toEqual([
    { what: 'POST /designations', amount: 2 },
    { what: 'changes', amount: 1 },
  ])
})

test('a day that is full is a 429 that says so and until when, and the next day begins at the college’s midnight', async () => {
  await setTo('POST /designations', CALLS_A_DAY_MAX - 2)
  const answers = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => add(`Grade ${name}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.message).toBe(
    'You have added as much of this today as one person may (2000). Please go on tomorrow, or ask an administrator.',
  )
  const { rows } = await sql<{ left: number }>`select extract(epoch from
    (((now() at time zone ${zone})::date + 1)::timestamp at time zone ${zone}) - now())::int as left`.execute(at.db)
  expect(Math.abs(Number(refused?.headers['retry-after']) - (rows[0]?.left ?? 0))).toBeLessThan(60)
  // Calls below their bound go on, and so does another person.
  expect((await admin.post('/departments', { name: 'Wards', type: 'academic' })).status).toBe(201)
  await sql`update day_amounts set day = day - 1`.execute(at.db)
  expect((await add('Grade F')).status).toBe(201)
  await setTo('changes', CHANGES_A_DAY_MAX)
  const [one] = await at.db.selectFrom('designations').select('id').limit(1).execute()
  expect((await admin.put(`/designations/${one?.id}`, { name: 'Grade G' })).status).toBe(429)
})

test('uploaded bytes are counted before a record is refused, so that nobody fills the disk with refusals', async () => {
  await at.db.deleteFrom('day_amounts').execute()
  const { userId } = await at.make.student(await at.make.batch())
  const student = await at.of(userId)
  const refused = await student.upload('/task-submissions', form({ task_id: '999999' }, 'a.pdf'))
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const [{ what, amount } = { what: '', amount: 0 }] = await counted()
  expect([what, amount > 0]).toEqual(['uploaded bytes', true])
  await sql`update day_amounts set amount = ${2 * 1024 ** 3}`.execute(at.db)
  const full = await student.upload('/task-submissions', form({ task_id: '999999' }, 'a.pdf'))
  expect([full.status, full.body.message]).toEqual([
    429,
    'You have uploaded as much today as one person may (2 GB). Please go on tomorrow, or ask an administrator.',
  ])
})

test('counts of former days are swept', async () => {
  await at.db.deleteFrom('day_amounts').execute()
  await setTo('x', 1)
  await sql`insert into day_amounts values (1, current_date - 4, 'x', 1)`.execute(at.db)
  await sweepAmounts(at.db)
  expect(await counted()).toEqual([{ what: 'x', amount: 1 }])
})

test('every POST has a bound but those of sign-in, registers, marks, tidying, and answers that must not be counted by person', () => {
  const holder = { id: 1, roles: ['faculty'], staff: null, student: null }
  const caller = callerOf(holder as never, 'UTC')
  const free = declaredEndpoints
    .filter((declared) => declared.method === 'POST' && declared.action !== 'public' && !boundOf(declared, caller))
    .map(({ path }) => path)
  expect(free.sort()).toEqual(
    [
      '/logout',
      '/auth/refresh',
      '/auth/change-password',
      '/auth/second-factor',
      '/auth/second-factor/confirm',
      '/auth/second-factor/recovery-codes',
      '/auth/second-factor/off',
      '/auth/second-factor/noted',
      '/students/initial-passwords',
      '/roles/remove-from-user',
      '/attendance-sessions',
      '/attendance-sessions/recurring/preview',
      '/postings/preview',
      '/postings/rotation/preview',
      '/attendance-submissions',
      '/attendance-submissions/update',
      '/assessment-results',
      '/feedback-responses',
      '/feedback-responses/submit',
      '/status/room',
      '/status/jobs/:kind/retry',
      '/status/jobs/:kind/dismiss',
      // It has a bound of its own: five in an hour.
      '/settings/test-mail',
      // It shows a key.
      '/concerns/key',
      // It replaces the key that it names.
      '/settings/backup-key',
    ].sort(),
  )
})
