import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { marking } from '../../testing/marking.ts'
import { textOfPdf } from '../../testing/pdf.ts'

const { at, admin, faculty, hod, medicine, surgeon, batch, wards, examined, bulk, ofStudent, student } = await marking()

const OSCE = [
  { name: 'Washes hands', marks: 0.3 },
  { name: 'Explains the procedure', marks: 2 },
  { name: 'خیال رکھتا ہے', marks: 1.5 },
]
const stored = (criteria = OSCE) => ({
  criteria: JSON.stringify(criteria),
  total_marks: criteria.reduce((sum, { marks }) => sum + marks * 100, 0) / 100,
  type: 'practical' as const,
})
const body = (changes: object) => ({ ...place, type: 'practical', name: 'Station 1', ...changes })
const place = { department_id: medicine, batch_id: batch, group_id: wards }
const add = (changes: object) => faculty.post('/assessments', body(changes))

describe('criteria of an assessment', () => {
  test('make its total, which may be sent when it is their sum, and the trail has them', async () => {
    const { status, body: made } = await add({ criteria: OSCE, passing_marks: '3.8' })
    expect(status, JSON.stringify(made)).toBe(201)
    expect(made.data).toMatchObject({ criteria: OSCE, total_marks: 3.8, criteria_count: 0 })
    expect((await at.trailOf('assessment', made.data.id))[0]?.changes).toMatchObject({
      criteria: [null, ['Washes hands (0.30)', 'Explains the procedure (2.00)', 'خیال رکھتا ہے (1.50)']],
    })
    expect(
      (await add({ criteria: [{ name: ' Swabs \u00a0 skin ', marks: '0.10' }], total_marks: 0.1 })).body.data,
    ).toMatchObject({
      criteria: [{ name: 'Swabs skin', marks: 0.1 }],
      total_marks: 0.1,
    })
    expect((await add({ criteria: null, total_marks: 7 })).body.data).toMatchObject({ criteria: null, total_marks: 7 })
  })

  test('are told to students with the results, not before: they are the examiner’s key', async () => {
    const { id } = (await add({ criteria: OSCE, status: 'active' })).body.data
    const { caller } = await student(wards)
    const told = async () => (await caller.get(`/assessments/${id}`)).body.data.criteria
    expect(await told()).toBeNull()
    expect((await faculty.get(`/assessments/${id}`)).body.data.criteria).toEqual(OSCE)
    await faculty.put(`/assessments/${id}`, { status: 'evaluated' })
    expect(await told()).toEqual(OSCE)
  })

  test.each<[unknown, Record<string, string[]>]>([
    [[], { criteria: ['At least one criterion is required'] }],
    ['x', { criteria: ['Criteria must be a list'] }],
    [[5], { criteria: ['Each of criteria has a name and marks'] }],
    [[{ name: '', marks: 1 }], { 'criteria.0.name': ['Criterion is required'] }],
    [[{ name: 'A', marks: 1 }, { name: 'B' }], { 'criteria.1.marks': ['Marks must be a number'] }],
    [[{ name: 'A', marks: 0 }], { 'criteria.0.marks': ['Marks must be more than 0'] }],
    [[{ name: 'A', marks: '' }], { 'criteria.0.marks': ['Marks must be more than 0'] }],
    [[{ name: 'A', marks: -1 }], { 'criteria.0.marks': ['Marks must be at least 0'] }],
    [[{ name: 'A', marks: 1.005 }], { 'criteria.0.marks': ['Marks must have at most two decimals'] }],
    [Array.from({ length: 41 }, () => ({ name: 'A', marks: 1 })), { criteria: ['At most 40 criteria'] }],
    [
      [
        { name: 'A', marks: 9000 },
        { name: 'B', marks: 1000.01 },
      ],
      { criteria: ['The marks of all criteria must be at most 10000'] },
    ],
    [
      [
        { name: 'Washes hands', marks: 1 },
        { name: 'Explains', marks: 1 },
        { name: ' washes  HANDS', marks: 2 },
      ],
      { 'criteria.2.name': ['Criterion 1 has this name already'] },
    ],
  ])('%j are refused', async (criteria, errors) => {
    const { status, body: said } = await add({ criteria })
    expect([status, said.errors]).toEqual([422, errors])
  })

  test('refuse another total, and passing marks above their sum', async () => {
    expect((await add({ criteria: OSCE, total_marks: 4 })).body.errors).toEqual({
      total_marks: ['Total marks must be the sum of the criteria (3.8)'],
    })
    expect((await add({ criteria: OSCE, passing_marks: 3.81 })).body.errors).toEqual({
      passing_marks: ['Passing marks must be at most the total marks (3.8)'],
    })
    const { assessment } = await examined(0, stored())
    const put = (change: object) => faculty.put(`/assessments/${assessment}`, change)
    expect((await put({ total_marks: 20 })).body.errors).toEqual({
      total_marks: ['Total marks must be the sum of the criteria (3.8)'],
    })
    expect((await put({ criteria: OSCE.slice(1) })).body.data).toMatchObject({ total_marks: 3.5 })
    expect((await put({ name: 'Other' })).body.data).toMatchObject({ total_marks: 3.5, criteria: OSCE.slice(1) })
    expect((await put({ criteria: null })).body.data).toMatchObject({ total_marks: 3.5, criteria: null })
  })

  test('stay once a student has marks for them, but for their names', async () => {
    const { assessment, ids } = await examined(1, stored())
    const put = (change: object) => hod.put(`/assessments/${assessment}`, change)
    await bulk(faculty, assessment, [{ student_id: ids[0], criteria_marks: [0.1, null, null] }])
    for (const criteria of [null, OSCE.slice(1), [...OSCE].reverse(), [...OSCE, { name: 'More', marks: 1 }]]) {
      const { status, body: said } = await put({ criteria })
      expect([status, said.message]).toEqual([
        409,
        'Students have marks for these criteria. Only the names of the criteria can still change.',
      ])
    }
    const renamed = OSCE.map(({ marks }, index) => ({ name: `Step ${index}`, marks }))
    expect((await put({ criteria: renamed })).body.data).toMatchObject({ criteria: renamed, criteria_count: 1 })
    await bulk(faculty, assessment, [{ student_id: ids[0], criteria_marks: null }])
    expect((await put({ criteria: null })).status).toBe(200)
  })

  test('can be added to marks that fit, and stay above them', async () => {
    const { assessment, ids } = await examined(1)
    await bulk(faculty, assessment, [{ student_id: ids[0], marks: 3.8 }])
    const put = (criteria: object[]) => hod.put(`/assessments/${assessment}`, { criteria })
    expect((await put(OSCE)).body.data).toMatchObject({ total_marks: 3.8 })
    expect((await put(OSCE.slice(1))).body.errors).toEqual({
      total_marks: ['Total marks must be at least the marks already given (3.8)'],
    })
  })
})

describe('marks for criteria', () => {
  test('come to the marks once all are given: the server adds, exactly', async () => {
    const { assessment, ids } = await examined(3, stored())
    const { status, body: said } = await bulk(faculty, assessment, [
      { student_id: ids[0], criteria_marks: [0.1, 0.2, 0], remarks: null },
      { student_id: ids[1], criteria_marks: [0.3, null, 1], marks: null },
      { student_id: ids[2], criteria_marks: ['0.30', 2, 1.5], marks: 3.8 },
    ])
    expect(status, JSON.stringify(said)).toBe(201)
    const rows = said.data.map((one: { marks: number; criteria_marks: number[] }) => [one.marks, one.criteria_marks])
    expect(rows).toEqual([
      [0.3, [0.1, 0.2, 0]],
      [null, [0.3, null, 1]],
      [3.8, [0.3, 2, 1.5]],
    ])
    expect(said.data[0].assessment.criteria).toEqual(OSCE)
    expect(await at.stored('assessments', assessment)).toMatchObject({ marked_count: 2, criteria_count: 3 })
    expect((await at.trailOf('assessment_result', said.data[1].id))[0]?.changes).toMatchObject({
      criteria_marks: [null, [0.3, null, 1]],
    })
    const later = await bulk(faculty, assessment, [{ student_id: ids[1], criteria_marks: [0.3, 0.5, 1] }])
    expect(later.body.data[0].marks).toBe(1.8)
    const history = await hod.get(`/assessments/${assessment}/history?student_id=${ids[1]}`)
    expect(history.body.data[0]).toMatchObject({
      marks: { from: null, to: 1.8 },
      criteria_marks: { from: [0.3, null, 1], to: [0.3, 0.5, 1] },
    })
    const same = await bulk(faculty, assessment, [{ student_id: ids[1], criteria_marks: [0.3, 0.5, 1] }])
    expect(same.body.data[0].updated_at).toBe(later.body.data[0].updated_at)
  })

  test.each<[object, Record<string, string[]>]>([
    [{ criteria_marks: [0.1, 0.2, 0], marks: 0.31 }, { marks: ['Marks must be the sum of the criteria (0.3)'] }],
    [
      { criteria_marks: [0.1, null, 0], marks: 0.1 },
      { marks: ['Marks are the sum of the criteria, and not all of these have marks yet'] },
    ],
    [{ criteria_marks: [0.31, 1, 1] }, { criteria_marks: ['Marks for “Washes hands” must be at most 0.30'] }],
    [{ criteria_marks: [0.1, 1] }, { criteria_marks: ['There are 3 criteria: each needs its marks, or null'] }],
    [{ criteria_marks: [0.1, 1, 1, 0] }, { criteria_marks: ['There are 3 criteria: each needs its marks, or null'] }],
    [{ criteria_marks: 'x' }, { criteria_marks: ['Criteria marks must be a list'] }],
    [{ criteria_marks: [0.1, 1, 1], status: 'absent' }, { criteria_marks: ['An absent student has no marks'] }],
  ])('%j are refused on their field', async (given, errors) => {
    const { assessment, ids } = await examined(1, stored())
    const one = await faculty.post('/assessment-results', { assessment_id: assessment, student_id: ids[0], ...given })
    expect([one.status, one.body.errors]).toEqual([422, errors])
    const many = await bulk(faculty, assessment, [{ student_id: ids[0], ...given }])
    const inRow = Object.entries(errors).map(([field, said]) => [`results.0.${field}`, said])
    expect([many.status, many.body.errors]).toEqual([422, Object.fromEntries(inRow)])
  })

  test('are refused one by one, and where there are no criteria', async () => {
    const { assessment, ids } = await examined(1, stored())
    const wrong = await bulk(faculty, assessment, [{ student_id: ids[0], criteria_marks: [0.1, 1.005, -1] }])
    expect(wrong.body.errors).toEqual({
      'results.0.criteria_marks.1': ['Marks must have at most two decimals'],
      'results.0.criteria_marks.2': ['Marks must be at least 0'],
    })
    const plain = await examined(1)
    const row = (criteria_marks: unknown) =>
      bulk(faculty, plain.assessment, [{ student_id: plain.ids[0], criteria_marks }])
    expect((await row([1])).body.errors).toEqual({ 'results.0.criteria_marks': ['There are no criteria here'] })
    expect((await row(null)).status).toBe(201)
  })

  test('give way to marks of a sheet, and end with an absence', async () => {
    const { assessment, ids } = await examined(1, stored())
    const [one] = (await bulk(faculty, assessment, [{ student_id: ids[0], criteria_marks: [0.1, 0.2, 0] }])).body.data
    const put = async (change: object) => {
      const { marks, criteria_marks, status } = (await faculty.put(`/assessment-results/${one.id}`, change)).body.data
      return [marks, criteria_marks, status]
    }
    expect(await put({ remarks: 'x' })).toEqual([0.3, [0.1, 0.2, 0], 'submitted'])
    expect(await put({ marks: 0.3 })).toEqual([0.3, [0.1, 0.2, 0], 'submitted'])
    expect(await put({ marks: 2 })).toEqual([2, null, 'submitted'])
    expect(await put({ criteria_marks: [null, 1, null] })).toEqual([null, [null, 1, null], 'submitted'])
    expect(await put({ status: 'absent' })).toEqual([null, null, 'absent'])
    expect(await put({ criteria_marks: [0.1, 1, 1] })).toEqual([2.1, [0.1, 1, 1], 'submitted'])
    expect(await put({ criteria_marks: [null, null, null] })).toEqual([2.1, null, 'submitted'])
    expect((await at.stored('assessments', assessment))?.criteria_count).toBe(0)
  })

  test('are shown to the student they are of, with their results and what is kept of them', async () => {
    const { assessment, people, group } = await examined(2, stored())
    const [pupil, other] = people
    await bulk(faculty, assessment, [
      { student_id: pupil?.id, criteria_marks: [0.1, 0.2, 1] },
      { student_id: other?.id, criteria_marks: [0.3, 2, 1.5] },
    ])
    const own = await at.of(pupil?.userId as number)
    for (const path of ['/assessment-results', `/assessment-results/student/${pupil?.id}/group/${group}`]) {
      const { body: said } = await own.get(path)
      expect(said.data).toHaveLength(1)
      expect(said.data[0]).toMatchObject({ criteria_marks: [0.1, 0.2, 1], assessment: { criteria: OSCE } })
    }
    expect((await own.get(`/assessments/${assessment}`)).body.data).toMatchObject({
      criteria: OSCE,
      criteria_count: null,
    })
    const kept = await own.get(`/users/${pupil?.userId}/personal-data`)
    expect(kept.raw.toString()).toContain('criteria_marks')
    expect((await surgeon.get(`/assessments/${assessment}`)).status).toBe(404)
  })

  test('of one student in several assessments are saved together', async () => {
    const { assessment, ids, group } = await examined(1, stored())
    const second = await at.make.assessment(group)
    const { body: said } = await ofStudent(faculty, [
      { student_id: ids[0], assessment_id: assessment, criteria_marks: [0, 0, 0] },
      { student_id: ids[0], assessment_id: second, marks: 4 },
    ])
    expect(said.data.map((one: { marks: number }) => one.marks)).toEqual([0, 4])
  })
})

test('a full result sheet has the criteria as further columns, that of the notice board none', async () => {
  const { assessment, ids } = await examined(2, stored())
  await bulk(faculty, assessment, [
    { student_id: ids[0], criteria_marks: [0.1, 0.2, 1] },
    { student_id: ids[1], criteria_marks: [null, 2, null] },
  ])
  const csv = async (sheet: string) =>
    parse((await admin.get(`/assessments/${assessment}/export/csv?sheet=${sheet}`)).raw, { bom: true }) as string[][]
  const [columns, first, second] = await csv('full')
  expect(columns?.slice(5)).toEqual([
    '1. Washes hands (0.30)',
    '2. Explains the procedure (2.00)',
    '3. خیال رکھتا ہے (1.50)',
  ])
  expect(first?.slice(5)).toEqual(['0.1', '0.2', '1'])
  expect(second?.slice(5)).toEqual(['', '2', ''])
  expect((await csv('notice'))[0]).toHaveLength(2)
  const pdf = textOfPdf((await admin.get(`/assessments/${assessment}/export/pdf`)).raw).flat()
  const text = pdf.map((line) => line.text)
  expect(text).toContain('2 | Explains the procedure | 2.00')
  expect(text.some((line) => line.endsWith('0.10 | 0.20 | 1.00'))).toBe(true)
})
