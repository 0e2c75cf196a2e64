import { expect, test } from 'vitest'
import { logging } from '../../testing/logbook.ts'

const { at, admin, affairs, hod, medicine, wards, skill, supervisor, student } = await logging()
const [day, later] = ['2026-03-02', '2026-03-20']

/** A bulk task of the wards that asks twice for the skill. */
const asked = await at.make.task(medicine, [wards], {
  name: 'Cannulation twice',
  task_type: 'bulk',
  skill_id: skill,
  detail: '2',
  start_date: day,
  end_date: later,
})
const own = await student(wards)
const other = await student(wards)
const log = (studentId: number) =>
  at.make.logEntry(studentId, skill, supervisor, {
    performed_on: '2026-03-05',
    status: 'signed',
    decision: 'completed',
    signed_by: supervisor,
    signed_at: new Date('2026-03-06T10:00:00Z'),
  })

const countedIn = async (caller: typeof admin) =>
  (await caller.get(`/tasks/student/${own.id}`)).body.data.map(
    ({ id, required_count, counted }: Record<string, unknown>) => ({ id, required_count, counted }),
  )
const dayIn = async () => {
  const { body } = await own.caller.get(`/calendar/days?from=${later}&to=${later}`)
  return body.data.tasks
}

test('the count of a student is told with the task, to who may see the student, and is no other student’s', async () => {
  await log(other.id)
  for (const caller of [own.caller, hod, admin, affairs])
    expect(await countedIn(caller)).toEqual([{ id: asked, required_count: 2, counted: 0 }])
  await log(own.id)
  expect(await countedIn(hod)).toEqual([{ id: asked, required_count: 2, counted: 1 }])
})

test('the day stays open with work handed in, until the number is reached', async () => {
  await at.make.submission(asked, own.id, {})
  const entry = { id: asked, name: 'Cannulation twice', end_date: later, skill_id: skill }
  expect(await dayIn()).toMatchObject([{ ...entry, is_handed_in: false }])
  await log(own.id)
  expect(await dayIn()).toMatchObject([{ ...entry, is_handed_in: true }])
})

test('a task without a number is handed in by its work, and has no count', async () => {
  const plain = await at.make.task(medicine, [wards], { name: 'Case notes', end_date: '2026-03-21' })
  const days = async () => (await own.caller.get('/calendar/days?from=2026-03-21&to=2026-03-21')).body.data.tasks
  expect(await days()).toMatchObject([{ id: plain, is_handed_in: false, skill_id: null }])
  await at.make.submission(plain, own.id, {})
  expect(await days()).toMatchObject([{ id: plain, is_handed_in: true, skill_id: null }])
  expect((await countedIn(own.caller))[0]).toEqual({ id: plain, required_count: null, counted: null })
})
