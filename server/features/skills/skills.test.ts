import { expect, test } from 'vitest'
import { furnished, listed } from '../../testing/college.ts'

const college = await furnished()
const { at, admin, hod, faculty, surgeon, medicine, surgery, wards, theatre } = college
const { caller: pupil } = await college.student(wards)

test('a head adds a skill of the own department, which its staff and students are shown', async () => {
  const { status, body } = await hod.post('/skills', {
    name: ' Venous  cannulation ',
    code: 'MED-01',
    department_id: medicine,
    category: 'Procedure',
    level: 'assisted',
    usual_count: 10,
    usual_a_day: 3,
    observed_share: 20,
    year: '4th Year',
    description: 'Aseptic',
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    name: 'Venous cannulation',
    department: { id: medicine, name: 'Medicine' },
    level: 'assisted',
    allows_simulation: false,
    status: 'active',
  })
  const { id } = body.data
  expect(await listed(pupil, '/skills')).toContain(id)
  expect(await listed(faculty, `/skills?category=Procedure&year=4th Year&search=cannul`)).toEqual([id])
  expect((await surgeon.get(`/skills/${id}`)).status).toBe(404)
  expect((await at.trailOf('skill', id))[0]).toMatchObject({ action: 'create', changes: { code: [null, 'MED-01'] } })
})

test.each([
  [{ name: '' }, { name: ['Skill name is required'] }],
  [{ level: 'alone' }, { level: ['Level must be one of: observed, assisted, supervised, independent'] }],
  [{ usual_count: 0 }, { usual_count: ['Usual count must be at least 1'] }],
  [{ observed_share: 101 }, { observed_share: ['Observed share must be at most 100'] }],
  [{ year: '9th Year' }, { year: [expect.stringContaining('Year must be one of')] }],
  [{ department_id: 999_999 }, { department_id: ['Department does not exist'] }],
])('%o is refused', async (wrong, errors) => {
  const { status, body } = await admin.post('/skills', { name: 'Suturing', department_id: surgery, ...wrong })
  expect([status, body.errors]).toEqual([422, errors])
})

test('a name and a code are once in a department, however they are written', async () => {
  const skill = { name: 'Lumbar puncture', code: 'LP', department_id: medicine }
  expect((await admin.post('/skills', skill)).status).toBe(201)
  expect((await admin.post('/skills', { ...skill, name: 'LUMBAR Puncture', code: '' })).body.errors).toEqual({
    name: ['This department already has a skill with this name'],
  })
  expect((await admin.post('/skills', { ...skill, name: 'Another', code: 'lp' })).body.errors).toEqual({
    code: ['This department already has a skill with this code'],
  })
  expect((await admin.post('/skills', { ...skill, department_id: surgery })).status).toBe(201)
})

test('a head works in the own department only', async () => {
  expect((await hod.post('/skills', { name: 'Foreign', department_id: surgery })).status).toBe(403)
  const foreign = await at.make.skill(surgery)
  expect((await hod.put(`/skills/${foreign}`, { name: 'Mine' })).status).toBe(404)
  const own = await at.make.skill(medicine)
  expect((await hod.put(`/skills/${own}`, { department_id: surgery })).status).toBe(403)
})

test('a skill that is asked for or logged is not deleted, and stays in its department', async () => {
  const asked = await at.make.skill(medicine, { name: 'Asked for' })
  await at.make.task(medicine, [wards], { task_type: 'bulk', detail: '5', skill_id: asked })
  const refused = await admin.delete(`/skills/${asked}`)
  expect([refused.status, refused.body.message]).toEqual([409, 'Skill has 1 task. Set it inactive instead.'])
  const moved = await admin.put(`/skills/${asked}`, { department_id: surgery })
  expect([moved.status, moved.body.message]).toEqual([
    409,
    'Tasks ask for this skill. Its department can no longer change.',
  ])
  const { id } = await college.student(wards)
  const logged = await at.make.skill(medicine)
  const supervisor = await at.make.staff(await at.make.user({}), medicine)
  await at.make.logEntry(id, logged, supervisor)
  expect((await hod.delete(`/skills/${logged}`)).body.message).toBe(
    'Skill has 1 logged performance. Set it inactive instead.',
  )
  expect((await hod.delete(`/skills/${await at.make.skill(medicine)}`)).status).toBe(200)
})

test('categories are those of the skills that the caller is shown, each once with their number', async () => {
  for (const department of [medicine, medicine, surgery]) await at.make.skill(department, { category: 'Bedside tests' })
  await at.make.skill(surgery, { category: 'Knots and stitches' })
  const counts = async (caller: typeof hod, query = '') =>
    (await caller.get(`/skills/categories${query}`)).body.data.filter(({ category }: { category: string }) =>
      ['Bedside tests', 'Knots and stitches'].includes(category),
    )
  const one = { category: 'Knots and stitches', count: 1 }
  expect(await counts(admin)).toEqual([{ category: 'Bedside tests', count: 3 }, one])
  expect(await counts(admin, `?department_id=${surgery}`)).toEqual([{ category: 'Bedside tests', count: 1 }, one])
  for (const caller of [faculty, pupil]) expect(await counts(caller)).toEqual([{ category: 'Bedside tests', count: 2 }])
})

test('staff find skills by name and code, and students by their logbook alone', async () => {
  const id = await at.make.skill(medicine, { name: 'Zygomatic block', code: 'ZYG-7', category: 'Nerves' })
  await at.make.skill(surgery, { name: 'Zygomatic plate' })
  const find = async (caller: typeof hod, q: string) =>
    (await caller.get(`/search?q=${q}`)).body.data.filter(({ kind }: { kind: string }) => kind === 'skill')
  const hit = {
    kind: 'skill',
    id,
    title: 'Zygomatic block',
    detail: 'ZYG-7 · Medicine · Nerves',
    to: `/skills?department_id=${medicine}&q=Zygomatic+block&modal=view&id=${id}`,
  }
  expect(await find(faculty, 'zygom')).toEqual([hit])
  expect(await find(faculty, 'zyg-7')).toEqual([hit])
  expect(await find(admin, 'zygom')).toHaveLength(2)
  expect(await find(surgeon, 'zyg-7')).toEqual([])
  expect(await find(pupil, 'zygom')).toEqual([])
})

test('a change of the description alone leaves its row in the trail', async () => {
  const id = await at.make.skill(medicine)
  expect((await hod.put(`/skills/${id}`, { description: 'Aseptic' })).status).toBe(200)
  expect((await at.trailOf('skill', id))[0]).toMatchObject({ changes: { description: [null, 'Aseptic'] } })
})

test('a stale copy is refused', async () => {
  const id = await at.make.skill(medicine)
  const { updated_at } = (await hod.get(`/skills/${id}`)).body.data
  expect((await hod.put(`/skills/${id}`, { level: 'independent', updated_at })).status).toBe(200)
  expect((await hod.put(`/skills/${id}`, { level: 'observed', updated_at })).status).toBe(409)
})

test('a bulk task gets the skill of its name, which is made once', async () => {
  const bulk = (department_id: number, group: number, name: string[], rest = {}) =>
    admin.post('/tasks', { department_id, group_id: [group], name, detail: name.map(() => '5'), ...rest })
  const { body } = await bulk(medicine, wards, ['Blood glucose', 'BLOOD  glucose', 'ECG'])
  const [first, second, third] = body.data
  expect(first).toMatchObject({ skill: { name: 'Blood glucose' }, required_count: 5 })
  expect(second.skill.id).toBe(first.skill.id)
  expect(third.skill.name).toBe('ECG')
  expect(await at.stored('skills', first.skill.id)).toMatchObject({ department_id: medicine, level: 'supervised' })
  // Chosen, it has whatever name the task has.
  const chosen = await bulk(medicine, wards, ['Sugar by stick'], { skill_id: [first.skill.id] })
  expect(chosen.body.data[0].skill.id).toBe(first.skill.id)
  const foreign = await bulk(surgery, theatre, ['Sugar by stick'], { skill_id: [first.skill.id] })
  expect([foreign.status, foreign.body.errors]).toEqual([
    422,
    { skill_id: ['Skill does not exist in this department'] },
  ])
})

test('a bulk task that moves to another department asks for the skill of its name there', async () => {
  const { body } = await admin.post('/tasks', {
    department_id: medicine,
    group_id: [wards],
    name: ['Moving skill'],
    detail: ['3'],
  })
  const [task] = body.data
  const moved = await admin.put(`/tasks/${task.id}`, { ...task, department_id: surgery, group_ids: [theatre] })
  expect(moved.status).toBe(200)
  expect(moved.body.data.skill).toMatchObject({ name: 'Moving skill' })
  expect(moved.body.data.skill.id).not.toBe(task.skill.id)
  const unnumbered = await admin.put(`/tasks/${task.id}`, { detail: 'as often as possible' })
  expect(unnumbered.body.data).toMatchObject({ required_count: null, skill: moved.body.data.skill })
})
