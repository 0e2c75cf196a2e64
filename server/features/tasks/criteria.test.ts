import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, faculty, principal, medicine, surgeon, batch, wards } = await furnished()

const RUBRIC = [
  { name: 'History', marks: 4 },
  { name: 'Findings', marks: 10 },
  { name: 'خیال رکھتا ہے', marks: 6 },
]
const SUM = 20
const CRITERIA = { criteria: JSON.stringify(RUBRIC), total_marks: SUM }

const body = (changes: object) => ({ name: 'Case', department_id: medicine, group_id: [wards], ...changes })
const add = (changes: object) => hod.post('/tasks', body(changes))

/** A task with work of a student, who is signed in. */
async function handedIn(fields: object = CRITERIA) {
  const task = await at.make.task(medicine, [wards], fields)
  const student = await at.make.student(batch, wards)
  const id = await at.make.submission(task, student.id)
  const grade = (change: object, by = faculty) => by.put(`/task-submissions/${id}`, change)
  return { task, id, grade, student, own: await at.of(student.userId) }
}

describe('criteria of a task', () => {
  test('make its total, which may be sent when it is their sum, and the trail has them', async () => {
    const { status, body: made } = await add({ criteria: RUBRIC, passing_marks: SUM })
    expect(status, JSON.stringify(made)).toBe(201)
    expect(made.data).toMatchObject({ criteria: RUBRIC, total_marks: SUM, criteria_count: 0 })
    expect((await at.trailOf('task', made.data.id))[0]?.changes).toMatchObject({
      criteria: [null, ['History (4)', 'Findings (10)', 'خیال رکھتا ہے (6)']],
      total_marks: [null, SUM],
    })
    const typed = await add({ criteria: [{ name: ' Swabs \u00a0 skin ', marks: '3' }], total_marks: 3 })
    expect(typed.body.data).toMatchObject({ criteria: [{ name: 'Swabs skin', marks: 3 }], total_marks: 3 })
    expect((await add({ total_marks: 7 })).body.data).toMatchObject({ criteria: null, total_marks: 7 })
  })

  test.each<[unknown, Record<string, string[]>]>([
    [[], { criteria: ['At least one criterion is required'] }],
    ['x', { criteria: ['Criteria must be a list'] }],
    [[{ name: '', marks: 1 }], { 'criteria.0.name': ['Criterion is required'] }],
    [[{ name: 'A', marks: 1.5 }], { 'criteria.0.marks': ['Marks must be a whole number'] }],
    [[{ name: 'A', marks: '' }], { 'criteria.0.marks': ['Marks must be more than 0'] }],
    [[{ name: 'A', marks: -1 }], { 'criteria.0.marks': ['Marks must be at least 0'] }],
    [Array.from({ length: 41 }, () => ({ name: 'A', marks: 1 })), { criteria: ['At most 40 criteria'] }],
    [
      [
        { name: 'A', marks: 9000 },
        { name: 'B', marks: 1001 },
      ],
      { criteria: ['The marks of all criteria must be at most 10000'] },
    ],
  ])('%j are refused', async (criteria, errors) => {
    const { status, body: said } = await add({ criteria })
    expect([status, said.errors]).toEqual([422, errors])
  })

  test('refuse another total, and passing marks above their sum', async () => {
    expect((await add({ criteria: RUBRIC, total_marks: 21 })).body.errors).toEqual({
      total_marks: [`Total marks must be the sum of the criteria (${SUM})`],
    })
    expect((await add({ criteria: RUBRIC, passing_marks: 21 })).body.errors).toEqual({
      passing_marks: [`Passing marks must be at most the total marks (${SUM})`],
    })
    const id = await at.make.task(medicine, [wards], CRITERIA)
    const put = (change: object) => faculty.put(`/tasks/${id}`, change)
    expect((await put({ total_marks: 30 })).body.errors).toEqual({
      total_marks: [`Total marks must be the sum of the criteria (${SUM})`],
    })
    expect((await put({ criteria: RUBRIC.slice(1) })).body.data).toMatchObject({ total_marks: 16 })
    expect((await put({ name: 'Other' })).body.data).toMatchObject({ total_marks: 16, criteria: RUBRIC.slice(1) })
    expect((await put({ criteria: null })).body.data).toMatchObject({ total_marks: 16, criteria: null })
  })

  test('are of single tasks only', async () => {
    const made = await hod.post('/tasks', { ...body({ name: ['A'], detail: ['3'] }), criteria: RUBRIC })
    expect([made.status, made.body.data[0].criteria]).toEqual([201, null])
    const change = await hod.put(`/tasks/${made.body.data[0].id}`, { criteria: RUBRIC })
    expect([change.status, change.body.errors]).toEqual([422, { criteria: ['Only a single task has criteria'] }])
  })

  test('stay once a student has marks for them, but for their names', async () => {
    const { task, grade } = await handedIn()
    const put = (change: object) => hod.put(`/tasks/${task}`, change)
    await grade({ criteria_marks: [1, null, null] })
    for (const criteria of [null, RUBRIC.slice(1), [...RUBRIC].reverse(), [...RUBRIC, { name: 'More', marks: 1 }]]) {
      const { status, body: said } = await put({ criteria })
      expect([status, said.message]).toEqual([
        409,
        'Students have marks for these criteria. Only the names of the criteria can still change.',
      ])
    }
    const renamed = RUBRIC.map(({ marks }, index) => ({ name: `Step ${index}`, marks }))
    expect((await put({ criteria: renamed })).body.data).toMatchObject({ criteria: renamed, criteria_count: 1 })
    await grade({ criteria_marks: null })
    expect((await put({ criteria: null })).status).toBe(200)
  })

  test('can be added to marks that fit, and stay above them', async () => {
    const { task, grade } = await handedIn({ total_marks: 50 })
    await grade({ marks: SUM })
    const put = (criteria: object[]) => hod.put(`/tasks/${task}`, { criteria })
    expect((await put(RUBRIC.slice(1))).body.errors).toEqual({
      total_marks: [`Total marks must be at least the marks already given (${SUM})`],
    })
    expect((await put(RUBRIC)).body.data).toMatchObject({ total_marks: SUM })
  })
})

describe('marks for criteria', () => {
  test('come to the marks once all are given, and leave a trail', async () => {
    const { id, grade } = await handedIn()
    const begun = await grade({ criteria_marks: [4, null, 0], remarks: 'Begun' })
    expect([begun.status, begun.body.data]).toMatchObject([
      200,
      { marks: null, graded_at: null, criteria_marks: [4, null, 0], task: { criteria: RUBRIC } },
    ])
    expect((await grade({ criteria_marks: [4, '7', 0] })).body.data).toMatchObject({
      marks: 11,
      criteria_marks: [4, 7, 0],
      faculty_remarks: 'Begun',
    })
    expect((await at.trailOf('task_submission', id)).map(({ changes }: { changes: unknown }) => changes)).toEqual([
      {
        marks: [null, 11],
        criteria_marks: [
          [4, null, 0],
          [4, 7, 0],
        ],
      },
      { criteria_marks: [null, [4, null, 0]], faculty_remarks: [null, 'Begun'] },
    ])
  })

  test('give way to marks by themselves, and to none', async () => {
    const { grade } = await handedIn()
    const graded = async (change: object) => {
      const { marks, criteria_marks } = (await grade(change)).body.data
      return [marks, criteria_marks]
    }
    expect(await graded({ criteria_marks: [1, 2, 3], marks: 6 })).toEqual([6, [1, 2, 3]])
    expect(await graded({ remarks: 'x' })).toEqual([6, [1, 2, 3]])
    expect(await graded({ marks: 6, remarks: 'y' })).toEqual([6, [1, 2, 3]])
    expect(await graded({ marks: 7, remarks: 'y' })).toEqual([7, null])
    expect(await graded({ criteria_marks: [null, 2, null] })).toEqual([null, [null, 2, null]])
    expect(await graded({ marks: null, remarks: 'y' })).toEqual([null, [null, 2, null]])
    expect(await graded({ criteria_marks: [1, 2, 3] })).toEqual([6, [1, 2, 3]])
    expect(await graded({ marks: null })).toEqual([null, null])
  })

  test.each<[object, Record<string, string[]>]>([
    [{ criteria_marks: [1, 2, 3], marks: 7 }, { marks: ['Marks must be the sum of the criteria (6)'] }],
    [
      { criteria_marks: [1, null, 3], marks: 4 },
      { marks: ['Marks are the sum of the criteria, and not all of these have marks yet'] },
    ],
    [{ criteria_marks: [5, 1, 1] }, { criteria_marks: ['Marks for “History” must be at most 4'] }],
    [{ criteria_marks: [1, 1] }, { criteria_marks: ['There are 3 criteria: each needs its marks, or null'] }],
    [
      { criteria_marks: [1, 0.5, -1] },
      { criteria_marks: ['Marks must be a whole number', 'Marks must be at least 0'] },
    ],
    [{ criteria_marks: 'x' }, { criteria_marks: ['Criteria marks must be a list'] }],
  ])('%j are refused on their field', async (change, errors) => {
    const { id, grade } = await handedIn()
    const { status, body: said } = await grade(change)
    expect([status, said.errors]).toEqual([422, errors])
    expect(await at.stored('task_submissions', id)).toMatchObject({ marks: null, criteria_marks: null })
  })

  test('are refused where there are no criteria, by who may not grade, and over a later version', async () => {
    const plain = await handedIn({})
    expect((await plain.grade({ criteria_marks: [1] })).body.errors).toEqual({
      criteria_marks: ['There are no criteria here'],
    })
    const { grade, id, own } = await handedIn()
    const { updated_at } = (await grade({ criteria_marks: [1, null, null] })).body.data
    await grade({ criteria_marks: [2, null, null] })
    expect((await grade({ criteria_marks: [3, null, null], updated_at })).status).toBe(409)
    expect((await grade({ criteria_marks: [4, 10, 6] }, principal)).status).toBe(403)
    expect((await grade({ criteria_marks: [4, 10, 6] }, surgeon)).status).toBe(404)
    expect((await own.put(`/task-submissions/${id}`, { criteria_marks: [4, 10, 6], remarks: 'mine' })).status).toBe(200)
    expect(await at.stored('task_submissions', id)).toMatchObject({ marks: null, criteria_marks: [2, null, null] })
  })

  test('are told to their student with the marks, and not before', async () => {
    const { task, id, grade, own, student } = await handedIn()
    await grade({ criteria_marks: [4, null, null] })
    const told = async () => {
      const submission = (await own.get(`/task-submissions/${id}`)).body.data
      const listed = (await own.get(`/task-submissions/task/${task}`)).body.data[0]
      const kept = (await own.get(`/users/${student.userId}/personal-data`)).raw.toString()
      const ofTask = (await own.get(`/tasks/${task}`)).body.data
      const inList = (await own.get('/tasks')).body.data.find((one: { id: number }) => one.id === task)
      expect(listed).toEqual(submission)
      expect(ofTask.criteria_count).toBeNull()
      const { criteria_marks, task: of } = submission
      return [criteria_marks, of.criteria, ofTask.criteria, inList.criteria, kept.includes('History')]
    }
    expect(await told()).toEqual([null, null, null, null, false])
    const roster = (await admin.get(`/task-submissions/task/${task}/roster?per_page=500`)).body.data
    const row = roster.find((one: { student: { id: number } }) => one.student.id === student.id)
    expect(row.submission).toMatchObject({ criteria_marks: [4, null, null], task: { criteria: RUBRIC } })
    await grade({ criteria_marks: [4, 10, 6] })
    expect(await told()).toEqual([[4, 10, 6], RUBRIC, RUBRIC, RUBRIC, true])
    await grade({ marks: null })
    expect(await told()).toEqual([null, null, null, null, false])
  })
})
