import { describe, expect, test } from 'vitest'
import { dayFromNow } from '../../testing/leaves.ts'
import { logging } from '../../testing/logbook.ts'

const college = await logging()
const { at, admin, hod, faculty, surgeon, principal, medicine, surgery, wards, theatre, supervisor } = college
const signer = (
  await at.db.selectFrom('staff').select('user_id').where('id', '=', supervisor).executeTakeFirstOrThrow()
).user_id

const signed = (fields: object = {}) => ({
  status: 'signed' as const,
  decision: 'completed' as const,
  signed_by: signer,
  signed_at: new Date(),
  ...fields,
})

const requirement = (skill: number, count: string, fields: object = {}) =>
  at.make.task(medicine, [wards], { task_type: 'bulk', detail: count, skill_id: skill, ...fields })

const standing = async (caller: typeof hod, student: number, skill: number) => {
  const { body } = await caller.get(`/logbook/student/${student}`)
  return body.data.skills.find((one: { skill: { id: number } }) => one.skill.id === skill)
}

describe('what counts towards a requirement', () => {
  test.each([
    ['signed as completed at the level', {}, {}, 1],
    ['at a higher level', { level: 'independent' }, {}, 1],
    ['at a lower level', { level: 'assisted' }, {}, 0],
    ['not decided as completed', { decision: 'repeat' }, {}, 0],
    ['on a simulator', { setting: 'simulated' }, {}, 0],
    ['on a simulator where that is allowed', { setting: 'simulated' }, { allows_simulation: true }, 1],
    ['before the first day', { performed_on: dayFromNow(-9) }, {}, 0],
    ['on the first day', { performed_on: dayFromNow(-8) }, {}, 1],
    ['after the last day', { performed_on: dayFromNow(1) }, {}, 0],
    ['replaced by a correction', { is_corrected: true }, {}, 0],
    ['observed, which is not allowed', { level: 'observed' }, {}, 0],
    ['observed, within its share of five', { level: 'observed' }, { observed_share: 20 }, 1],
    ['observed, below a whole one of five', { level: 'observed' }, { observed_share: 19 }, 0],
    ['observed, where that is the level', { level: 'observed' }, { level: 'observed' }, 1],
  ] as const)('%s', async (_, fields, rule, counted) => {
    const { id } = await college.student(wards)
    const skill = await at.make.skill(medicine, rule)
    await requirement(skill, '5', { start_date: dayFromNow(-8), end_date: dayFromNow(0) })
    await at.make.logEntry(id, skill, supervisor, signed(fields))
    expect(await standing(hod, id, skill)).toMatchObject({ required: 5, counted, requirements: [{ counted }] })
  })

  test('not what waits, was returned or withdrawn', async () => {
    const { id, caller } = await college.student(wards)
    const skill = await at.make.skill(medicine)
    await requirement(skill, '2')
    for (const status of ['logged', 'withdrawn'] as const) await at.make.logEntry(id, skill, supervisor, { status })
    await at.make.logEntry(id, skill, supervisor, { status: 'returned', feedback: 'Where?' })
    expect(await standing(caller, id, skill)).toMatchObject({ counted: 0, logged: 1, returned: 1, signed: 0 })
  })

  test('of each requirement at most what it asks for', async () => {
    const { id } = await college.student(wards)
    const skill = await at.make.skill(medicine)
    await requirement(skill, '2', { end_date: dayFromNow(-5) })
    await requirement(skill, '3', { start_date: dayFromNow(-4), end_date: dayFromNow(3) })
    for (const day of [-7, -6, -5, -2])
      await at.make.logEntry(id, skill, supervisor, signed({ performed_on: dayFromNow(day) }))
    expect(await standing(hod, id, skill)).toMatchObject({
      required: 5,
      counted: 3,
      signed: 4,
      level_reached: 'supervised',
      ends_on: dayFromNow(3),
      requirements: [
        { required: 2, counted: 3 },
        { required: 3, counted: 1 },
      ],
    })
  })
})

test('a bulk task is to be handed in until its count is reached, a PDF or not', async () => {
  const { id, caller } = await college.student(wards)
  const skill = await at.make.skill(medicine)
  const task = await requirement(skill, '2', { name: 'Glucose by stick' })
  const due = async () =>
    (await caller.get('/tasks?only=due')).body.data.map((one: { id: number }) => one.id).includes(task)
  await at.make.logEntry(id, skill, supervisor, signed())
  await at.make.submission(task, id)
  expect(await due()).toBe(true)
  await at.make.logEntry(id, skill, supervisor)
  expect((await caller.get(`/tasks/${task}`)).body.data).toMatchObject({
    required_count: 2,
    logbook: { counted: 1, logged: 1 },
  })
  expect((await hod.get(`/tasks/${task}`)).body.data.logbook).toBeNull()
  await at.make.logEntry(id, skill, supervisor, signed())
  expect(await due()).toBe(false)
})

describe('the logbook of a student', () => {
  test('is shown to the student and to staff, of their own department alone', async () => {
    const { id, caller } = await college.student(wards, theatre)
    const other = await college.student(wards)
    const own = await at.make.skill(medicine)
    const foreign = await at.make.skill(surgery)
    const theirs = await at.make.staff(await at.make.user({}), surgery)
    await at.make.logEntry(id, own, supervisor)
    await at.make.logEntry(id, foreign, theirs)
    const skills = async (by: typeof hod) =>
      (await by.get(`/logbook/student/${id}`)).body.data.skills
        .map((one: { skill: { id: number } }) => one.skill.id)
        .filter((skill: number) => [own, foreign].includes(skill))
    expect(await skills(caller)).toEqual([own, foreign])
    expect(await skills(principal)).toEqual([own, foreign])
    expect(await skills(faculty)).toEqual([own])
    expect(await skills(surgeon)).toEqual([foreign])
    expect((await other.caller.get(`/logbook/student/${id}`)).status).toBe(404)
  })

  test('has what the form needs', async () => {
    const { caller } = await college.student(wards)
    const skill = await at.make.skill(medicine)
    await college.log(caller, { place: 'Ward 9' })
    const { body } = await caller.get('/logbook/choices')
    const [department] = body.data.departments
    expect(body.data.departments).toHaveLength(1)
    expect(department).toMatchObject({ name: 'Medicine', last: { place: 'Ward 9', supervisor_id: supervisor } })
    expect(department.places[0]).toBe('Ward 9')
    expect(department.supervisors).toContainEqual({ id: college.head, name: expect.any(String), is_head: true })
    expect(department.supervisors).toContainEqual({ id: supervisor, name: expect.any(String), is_head: false })
    expect(body.data.skills).toContainEqual(expect.objectContaining({ id: skill, department_id: medicine }))
    expect(body.data.earliest_day).toBe(dayFromNow(-14))
  })
})

test('the matrix of a group has each student by each requirement, and marks who is behind', async () => {
  const group = await at.make.group(college.batch, medicine)
  const behind = await college.student(group)
  const ahead = await college.student(group)
  const skill = await at.make.skill(medicine)
  const dates = { start_date: dayFromNow(-10), end_date: dayFromNow(5) }
  const task = await at.make.task(medicine, [group], { task_type: 'bulk', detail: '4', skill_id: skill, ...dates })
  const early = await at.make.task(medicine, [group], {
    task_type: 'bulk',
    detail: '4',
    skill_id: skill,
    ...dates,
    end_date: dayFromNow(30),
  })
  await at.make.logEntry(behind.id, skill, supervisor, signed())
  for (let n = 0; n < 2; n += 1) await at.make.logEntry(ahead.id, skill, supervisor, signed())
  await at.make.logEntry(ahead.id, skill, supervisor)
  const { body } = await hod.get(`/logbook/group/${group}`)
  expect(body.data.skills).toMatchObject([
    { task_id: task, required: 4, is_half_over: true },
    { task_id: early, is_half_over: false },
  ])
  const cells = Object.fromEntries(
    body.data.students.map((row: { student: { id: number }; cells: unknown }) => [row.student.id, row.cells]),
  )
  expect(cells[behind.id]).toMatchObject([
    { task_id: task, counted: 1, logged: 0, is_behind: true },
    { task_id: early, counted: 1, is_behind: false },
  ])
  expect(cells[ahead.id]).toMatchObject([
    { task_id: task, counted: 2, logged: 1, is_behind: false },
    { task_id: early, counted: 2, is_behind: false },
  ])
  expect((await (await at.as('clerk')).get(`/logbook/group/${group}`)).status).toBe(200)
  expect((await surgeon.get(`/logbook/group/${group}`)).status).toBe(404)
  const empty = await at.make.group(college.batch, medicine)
  expect((await hod.get(`/logbook/group/${empty}`)).body.data).toMatchObject({ skills: [], students: [] })
})

test('a student who changes group takes the performances along, and goes on to log in the former department', async () => {
  const [former, next] = [await at.make.group(college.batch, medicine), await at.make.group(college.batch, medicine)]
  const { id, caller } = await college.student(former)
  const skill = await at.make.skill(medicine)
  for (const group of [former, next])
    await at.make.task(medicine, [group], { task_type: 'bulk', detail: '2', skill_id: skill })
  await at.make.logEntry(id, skill, supervisor, signed())
  const assign = (group_id: number, student_ids: number[]) =>
    admin.post('/student-groups/assign', { group_id, student_ids })
  expect((await assign(next, [id])).status).toBe(200)
  const studentsOf = async (group: number) => (await hod.get(`/logbook/group/${group}`)).body.data.students
  expect(await studentsOf(former)).toEqual([])
  expect(await studentsOf(next)).toMatchObject([{ student: { id }, cells: [{ counted: 1 }] }])
  expect((await assign(next, [])).status).toBe(200)
  const logged = await caller.post('/log-entries', {
    skill_id: skill,
    supervisor_id: supervisor,
    performed_on: dayFromNow(0),
    level: 'supervised',
  })
  expect(logged.status).toBe(201)
})
