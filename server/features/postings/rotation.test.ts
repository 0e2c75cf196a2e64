import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const college = await furnished()
const { at, admin, hod, batch, medicine, surgery } = college
const paediatrics = await at.make.department({ name: 'Paediatrics' })
const ROUND = [medicine, surgery, paediatrics]

/** Groups of these names in each of the departments; their ids by name, in the order of the departments. */
async function groupsNamed(...names: string[]) {
  const made: number[][] = []
  for (const name of names) {
    const ids: number[] = []
    for (const department of ROUND) ids.push(await at.make.group(batch, department, { name }))
    made.push(ids)
  }
  return made
}

interface Planned {
  name: string
  group: { name: string }
  department: { name: string }
  first_day: string
  last_day: string
  problem: string | null
  clashes: object[]
}
const told = ({ department, first_day, last_day }: Planned) => [department.name, first_day, last_day]

test('three groups pass through three departments, each one further than the one before', async () => {
  const rows = await groupsNamed('Three A', 'Three B', 'Three C')
  // A group stands for its row, in whatever department it is.
  const body = {
    group_ids: rows.map((ids, place) => ids[place]),
    department_ids: ROUND,
    first_day: '2031-01-05',
    weeks: 2,
  }
  const preview = await admin.post('/postings/rotation/preview', body)
  expect(preview.status).toBe(200)
  expect(preview.body.data.slice(3, 6).map(told)).toEqual([
    ['Surgery', '2031-01-05', '2031-01-18'],
    ['Paediatrics', '2031-01-19', '2031-02-01'],
    ['Medicine', '2031-02-02', '2031-02-15'],
  ])
  expect(preview.body.data.map(({ problem, clashes }: Planned) => [problem, clashes])).toEqual(
    Array(9).fill([null, []]),
  )
  const before = await at.count('postings')
  const made = await admin.post('/postings/rotation', body)
  expect([made.status, made.body.data.length, await at.count('postings')]).toEqual([201, 9, before + 9])
  expect(made.body.data.map(told)).toEqual(preview.body.data.map(told))
  expect(await at.trailOf('posting', made.body.data[8].id)).toMatchObject([{ action: 'create' }])

  const again = await admin.post('/postings/rotation', body)
  expect([again.status, again.body.errors.group_ids[0]]).toEqual([
    422,
    'Three A: Has 1 posting in Medicine on some of these days',
  ])
  expect(await at.count('postings')).toBe(before + 9)
})

test('one thing in the way stops all, and the preview names it', async () => {
  const [[one = 0] = []] = await groupsNamed('Whole')
  const lonely = await at.make.group(batch, medicine, { name: 'Lonely' })
  const body = { group_ids: [one, lonely], department_ids: ROUND, first_day: '2031-01-05', weeks: 1 }
  const { body: preview } = await admin.post('/postings/rotation/preview', body)
  expect(preview.data.map(({ problem }: Planned) => problem)).toEqual([
    null,
    null,
    null,
    'Surgery has no group “Lonely”',
    'Paediatrics has no group “Lonely”',
    null,
  ])
  const before = await at.count('postings')
  expect((await admin.post('/postings/rotation', body)).body.errors.group_ids).toEqual([
    'Lonely: Surgery has no group “Lonely”',
    'Lonely: Paediatrics has no group “Lonely”',
  ])
  expect(await at.count('postings')).toBe(before)
})

test('students are counted who would be in two departments at once, also by the plan itself', async () => {
  const [[a = 0] = [], [, b = 0] = []] = await groupsNamed('Mixed A', 'Mixed B')
  // In group A of medicine and in group B of surgery: both rows begin with these.
  await college.student(a, b)
  const { body } = await admin.post('/postings/rotation/preview', {
    group_ids: [a, b],
    department_ids: ROUND,
    first_day: '2031-01-05',
    weeks: 1,
  })
  expect(body.data.map(({ clashes }: Planned) => clashes.length)).toEqual([1, 0, 0, 1, 0, 0])
})

test.each([
  [{ group_ids: [] }, { group_ids: ['Choose at least one group'] }],
  [{ department_ids: [] }, { department_ids: ['Choose at least one department'] }],
  [{ department_ids: [medicine, medicine] }, { department_ids: ['Choose each department once'] }],
  [{ weeks: 0 }, { weeks: ['Weeks must be at least 1'] }],
  [{ weeks: 27 }, { weeks: ['Weeks must be at most 26'] }],
  [{ group_ids: [999_999] }, { group_ids: ['Group does not exist'] }],
  [{ department_ids: [999_999] }, { department_ids: ['Department does not exist'] }],
])('%o is refused', async (wrong, errors) => {
  const [[one = 0] = []] = await groupsNamed(`Refused ${JSON.stringify(wrong)}`)
  const body = { group_ids: [one], department_ids: ROUND, first_day: '2031-01-05', weeks: 1, ...wrong }
  for (const path of ['/postings/rotation', '/postings/rotation/preview']) {
    const { status, body: answer } = await admin.post(path, body)
    expect([status, answer.errors]).toEqual([422, errors])
  }
})

test('groups of two batches, or two of one name, make no rotation, and a head rotates nothing of others', async () => {
  const [ids = []] = await groupsNamed('Headed')
  const other = await at.make.group(await at.make.batch(), medicine)
  const send = (caller: typeof admin, group_ids: unknown[], department_ids = ROUND) =>
    caller.post('/postings/rotation', { group_ids, department_ids, first_day: '2031-01-05', weeks: 1 })
  expect((await send(admin, [ids[0], other])).body.errors).toEqual({ group_ids: ['Choose groups of one batch'] })
  expect((await send(admin, [ids[0], ids[1]])).body.errors).toEqual({ group_ids: ['Choose one group of each name'] })
  expect((await send(hod, [ids[0]])).status).toBe(403)
  expect((await send(hod, [ids[0]], [medicine])).status).toBe(201)
})
