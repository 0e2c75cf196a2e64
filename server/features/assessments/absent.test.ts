import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { marking } from '../../testing/marking.ts'
import { textOfPdf } from '../../testing/pdf.ts'

const { at, admin, faculty, hod, medicine, surgeon, batch, examined, bulk, ofStudent } = await marking()

const inDatabase = async (assessment: number) => {
  const rows = at.db.selectFrom('assessment_results').select(['marks', 'status']).orderBy('student_id')
  return (await rows.where('assessment_id', '=', assessment).execute()).map(({ marks, status }) => [marks, status])
}
/** Adds the one result of a new assessment. */
async function single(result: object) {
  const { assessment, ids } = await examined(1)
  return {
    assessment,
    ...(await faculty.post('/assessment-results', { assessment_id: assessment, student_id: ids[0], ...result })),
  }
}

describe('an absent student', () => {
  test('has a result without marks, which the trail tells, and the assessment counts it apart', async () => {
    const { assessment, ids } = await examined(3)
    const { status, body } = await bulk(faculty, assessment, [
      { student_id: ids[0], status: 'absent', marks: null, remarks: 'On leave' },
      { student_id: ids[1], marks: 0 },
      { student_id: ids[2], marks: null, status: 'submitted' },
    ])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data[0]).toMatchObject({ marks: null, status: 'absent', remarks: 'On leave' })
    expect(body.data[2]).toMatchObject({ marks: null, status: 'submitted' })
    expect((await at.trailOf('assessment_result', body.data[0].id))[0]?.changes).toMatchObject({
      status: [null, 'absent'],
    })
    expect((await hod.get(`/assessments/${assessment}`)).body.data).toMatchObject({ marked_count: 1, absent_count: 1 })
    const history = await hod.get(`/assessments/${assessment}/history?student_id=${ids[0]}`)
    expect(history.body.data[0]).toMatchObject({ marks: null, status: { from: null, to: 'absent' } })
  })

  test.each([[5], [0], ['7.5']])('has no marks: %j beside the absence is refused on its field', async (marks) => {
    const { assessment, ids } = await examined(2)
    const both = { student_id: ids[0], marks, status: 'absent' }
    const said = ['An absent student has no marks']
    const rows = await bulk(faculty, assessment, [{ student_id: ids[1], marks: 1 }, both])
    expect([rows.status, rows.body.errors]).toEqual([422, { 'results.1.marks': said }])
    const one = await faculty.post('/assessment-results', { assessment_id: assessment, ...both })
    expect([one.status, one.body.errors]).toEqual([422, { marks: said }])
    expect(await inDatabase(assessment)).toEqual([])
    const { body } = await bulk(faculty, assessment, [{ student_id: ids[0], marks: 3 }])
    const put = await faculty.put(`/assessment-results/${body.data[0].id}`, { marks, status: 'absent' })
    expect([put.status, put.body.errors]).toEqual([422, { marks: said }])
  })

  test('who gets marks was not absent, and who turns out to be absent loses them', async () => {
    const { assessment, body } = await single({ status: 'absent' })
    const put = (change: object) => faculty.put(`/assessment-results/${body.data.id}`, change)
    expect((await put({ remarks: 'Wrote late' })).body.data).toMatchObject({ marks: null, status: 'absent' })
    expect((await put({ marks: null })).body.data.status).toBe('absent')
    expect((await put({ marks: 12.5 })).body.data).toMatchObject({ marks: 12.5, status: 'submitted' })
    expect((await put({ status: 'absent' })).body.data).toMatchObject({ marks: null, status: 'absent' })
    expect((await at.trailOf('assessment_result', body.data.id))[0]?.changes).toEqual({
      marks: [12.5, null],
      status: ['submitted', 'absent'],
    })
    expect((await put({ status: 'submitted' })).body.data).toMatchObject({ marks: null, status: 'submitted' })
    expect(await at.stored('assessments', assessment)).toMatchObject({ absent_count: 0, marked_count: 0 })
    expect((await put({ status: 'excused' })).body.errors).toEqual({
      status: ['Status must be one of: submitted, absent'],
    })
  })

  test('counts as a result where all have one: the assessment is evaluated', async () => {
    const { assessment, ids } = await examined(2)
    const post = (n: number, result: object) =>
      ofStudent(faculty, [{ student_id: ids[n], assessment_id: assessment, ...result }])
    await post(0, { status: 'absent' })
    expect((await at.stored('assessments', assessment))?.status).toBe('active')
    await post(1, { marks: 4 })
    expect((await at.stored('assessments', assessment))?.status).toBe('evaluated')
  })

  test('is named by a conflict as absent, and saying the same is none', async () => {
    const { assessment, ids } = await examined(1)
    await bulk(admin, assessment, [{ student_id: ids[0], status: 'absent' }])
    const row = { student_id: ids[0], updated_at: null }
    const { status, body } = await bulk(faculty, assessment, [{ ...row, marks: 5 }])
    expect([status, Object.values(body.errors)]).toEqual([409, [[expect.stringMatching(/^Person \d+ is absent now$/)]]])
    expect((await bulk(faculty, assessment, [{ ...row, status: 'absent' }])).status).toBe(201)
  })

  test('is told it as news, in their own results and in what is kept of them', async () => {
    const { assessment, people } = await examined(1)
    const [pupil] = people
    await bulk(faculty, assessment, [{ student_id: pupil?.id, status: 'absent' }])
    const own = await at.of(pupil?.userId as number)
    expect((await own.get('/assessment-results')).body.data[0]).toMatchObject({ marks: null, status: 'absent' })
    const { body } = await own.get('/today')
    const news = body.data.find(({ kind }: { kind: string }) => kind === 'new-results')
    expect(news.lines[0].detail).toBe('Absent, Medicine')
    expect((await own.get(`/assessments/${assessment}`)).body.data).toMatchObject({ absent_count: null })
    const { raw } = await own.get(`/users/${pupil?.userId}/personal-data`)
    expect(raw.toString()).toMatch(/"status":\s*"absent"/)
  })
})

test('lists of results in one status say how many there are', async () => {
  const { assessment, ids, group } = await examined(3)
  await bulk(faculty, assessment, [
    { student_id: ids[0], status: 'absent' },
    { student_id: ids[1], marks: 3 },
    { student_id: ids[2], marks: null },
  ])
  for (const list of [
    '/assessment-results?',
    `/assessment-results/group/${group}?`,
    `/assessment-results/assessment/${assessment}?`,
  ])
    for (const status of ['absent', 'submitted'])
      for (const caller of [admin, hod, surgeon]) {
        const { status: code, body } = await caller.get(`${list}per_page=500&status=${status}`)
        if (code === 404) continue
        expect(body.meta.total, list + status).toBe(body.data.length)
        expect(body.data.every((one: { status: string }) => one.status === status)).toBe(true)
      }
  expect((await hod.get(`/assessment-results/group/${group}?status=absent`)).body.meta.total).toBe(1)
  expect((await hod.get(`/assessment-results/group/${group}?status=submitted`)).body.meta.total).toBe(2)
})

describe('figures', () => {
  const csvOf = (raw: Buffer) => parse(raw, { bom: true }) as string[][]

  test('are of those who sat, with the absent ones counted apart, also who left since', async () => {
    const { assessment, ids, people } = await examined(4, { passing_marks: 10 })
    await bulk(faculty, assessment, [
      { student_id: ids[0], status: 'absent' },
      { student_id: ids[1], marks: 8 },
      { student_id: ids[2], marks: 12 },
    ])
    await at.db
      .updateTable('students')
      .set({ status: 'transferred' })
      .where('id', '=', people[0]?.id as number)
      .execute()
    expect((await hod.get(`/assessments/${assessment}/summary`)).body.data).toMatchObject({
      students: 4,
      marked: 2,
      absent: 1,
      mean: 10,
      median: 10,
      passed: 1,
      pass_rate: 50,
    })
    const rows = csvOf((await faculty.get(`/assessments/${assessment}/export/csv`)).raw)
    expect(rows.slice(1).map((row) => row.slice(2, 4))).toEqual([
      ['Absent', ''],
      ['8', 'Fail'],
      ['12', 'Pass'],
      ['', ''],
    ])
    expect(csvOf((await faculty.get(`/assessments/${assessment}/export/csv?sheet=notice`)).raw)[1]?.[1]).toBe('Absent')
    const text = JSON.stringify(textOfPdf((await faculty.get(`/assessments/${assessment}/export/pdf`)).raw))
    expect(text).toContain('Absent')
  })

  test('a weighted total counts an absence as zero, and says so', async () => {
    const group = await at.make.group(batch, medicine)
    const { id } = await at.make.student(batch, group)
    const fields = { status: 'approved', weightage: 10 } as const
    await at.make.result(await at.make.assessment(group, fields), id, { status: 'absent' })
    await at.make.result(await at.make.assessment(group, fields), id, { marks: 20 })
    await at.make.assessment(group, fields)
    const [total] = (await hod.get(`/assessments/group/${group}/totals`)).body.data
    expect(total).toMatchObject({ points: 10, out_of: 30, missing: 1, absent: 1 })
    expect(total.rows.map((row: { is_absent: boolean }) => row.is_absent)).toEqual([true, false, false])
    const [columns, row] = csvOf((await faculty.get(`/assessments/group/${group}/totals/export/csv`)).raw)
    expect(columns?.slice(5, 7)).toEqual(['Without Marks', 'Absent'])
    expect(row?.slice(5)).toEqual(['1', '1', 'Absent', '20', ''])
  })
})
