import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import type { Client } from '../../testing/app.ts'
import { marking } from '../../testing/marking.ts'

const { at, admin, hod, faculty, medicine, surgery, surgeon, batch, examined, bulk, ofStudent, marksOf } =
  await marking()

/** A value that is sent with exactly these digits. */
const written = (text: string): unknown =>
  /^[-\d]/.test(text) ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text) : JSON.parse(text)

describe('results of an assessment', () => {
  test('are added, evaluate it, and leave a row of the trail for each', async () => {
    const { assessment, ids } = await examined()
    const { status, body } = await bulk(faculty, assessment, [
      { student_id: ids[1], marks: 19.99, remarks: ' well\ndone ', updated_at: null },
      { student_id: ids[0], marks: null, remarks: null },
    ])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data.map((one: { student_id: number }) => one.student_id)).toEqual([ids[1], ids[0]])
    expect(body.data[0]).toMatchObject({ marks: 19.99, remarks: 'well\ndone', status: 'submitted' })
    expect(body.data[0].assessment).toMatchObject({ id: assessment, total_marks: 20, status: 'evaluated' })
    expect(await at.stored('assessments', assessment)).toMatchObject({
      status: 'evaluated',
      result_count: 2,
      marked_count: 1,
    })
    const [row] = await at.trailOf('assessment_result', body.data[0].id)
    expect(row).toMatchObject({ action: 'create', actor: { id: faculty.userId } })
    expect(row.changes).toMatchObject({ marks: [null, 19.99], assessment_id: [null, assessment] })
    const [told] = await at.trailOf('assessment', assessment)
    expect(told).toMatchObject({ action: 'evaluate', changes: { status: ['active', 'evaluated'] } })
  })

  test('posted again change what differs; what is left out stays, and nobody is told of what did not change', async () => {
    const { assessment, ids } = await examined()
    const first = await bulk(faculty, assessment, [
      { student_id: ids[0], marks: 0.1, remarks: 'first' },
      { student_id: ids[1], marks: 20 },
    ])
    const [one, other] = first.body.data
    const again = await bulk(hod, assessment, [{ student_id: ids[0], marks: 0.3 }, { student_id: ids[1] }])
    expect(again.body.data[0]).toMatchObject({ id: one.id, marks: 0.3, remarks: 'first' })
    expect(again.body.data[1]).toEqual(other)
    expect((await at.trailOf('assessment_result', one.id))[0]).toMatchObject({ changes: { marks: [0.1, 0.3] } })
    expect(await at.trailOf('assessment_result', other.id)).toHaveLength(1)
    const taken = await bulk(hod, assessment, [{ student_id: ids[0], marks: '', remarks: '' }])
    expect(taken.body.data[0]).toMatchObject({ marks: null, remarks: null })
    expect(await at.stored('assessments', assessment)).toMatchObject({ result_count: 2, marked_count: 1 })
  })

  test('of an approved assessment make it evaluated again: it is approved anew', async () => {
    const { assessment, ids } = await examined(1, { status: 'approved' })
    await bulk(faculty, assessment, [{ student_id: ids[0], marks: 1 }])
    expect((await at.stored('assessments', assessment))?.status).toBe('evaluated')
  })

  test('are of active students of the group alone: others are named, and nothing is written', async () => {
    const { assessment, group, ids } = await examined()
    const graduated = await at.make.student(batch, group, { status: 'graduated' })
    const elsewhere = await at.make.student(batch)
    await at.db.updateTable('users').set({ name: 'Zoë Khan' }).where('id', '=', graduated.userId).execute()
    const { status, body } = await bulk(faculty, assessment, [
      { student_id: ids[0], marks: 5 },
      { student_id: graduated.id, marks: 5 },
      { student_id: elsewhere.id },
      { student_id: 2_000_000_000 },
    ])
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'results.1.student_id': ['Zoë Khan is not an active student of this group'],
      'results.2.student_id': [expect.stringMatching(/^Person \d+ is not an active student of this group$/)],
      'results.3.student_id': ['Student 2000000000 does not exist'],
    })
    expect(await marksOf(assessment)).toEqual([])
    expect((await at.stored('assessments', assessment))?.status).toBe('active')
  })

  test.each([
    ['20.01', ['Marks must be at most 20']],
    ['-0.01', ['Marks must be at least 0']],
    ['12.345', ['Marks must have at most two decimals']],
    ['"12.345"', ['Marks must have at most two decimals']],
    ['12.3400000000000000001', ['Marks must be a number']],
    ['1e-7', ['Marks must be a number']],
    ['"1e1"', ['Marks must be a number']],
    ['"12,5"', ['Marks must be a number']],
    ['true', ['Marks must be a number']],
    ['[1]', ['Marks must be a number']],
    ['99999999999', ['Marks must be at most 10000']],
  ])('with marks of %s are refused on their row, and nothing is written', async (marks, expected) => {
    const { assessment, ids } = await examined()
    const { status, body } = await bulk(faculty, assessment, [
      { student_id: ids[0], marks: 1 },
      { student_id: ids[1], marks: written(marks) },
    ])
    expect([status, body.errors]).toEqual([422, { 'results.1.marks': expected }])
    expect(await marksOf(assessment)).toEqual([])
  })

  test('are out of 100 where the assessment has no total', async () => {
    const { assessment, ids } = await examined(1, { total_marks: null })
    const over = await bulk(faculty, assessment, [{ student_id: ids[0], marks: 100.01 }])
    expect(over.body.errors).toEqual({ 'results.0.marks': ['Marks must be at most 100'] })
    expect((await bulk(faculty, assessment, [{ student_id: ids[0], marks: 100 }])).status).toBe(201)
  })

  test('come once for each student, of the one assessment, and at least one', async () => {
    const { assessment, ids, group } = await examined()
    const other = await at.make.assessment(group)
    const row = { student_id: ids[0], marks: 1 }
    expect((await bulk(faculty, assessment, [row, row])).body.errors).toEqual({
      'results.1.student_id': ['This result is listed twice'],
    })
    expect((await bulk(faculty, assessment, [{ ...row, assessment_id: other }])).body.errors).toEqual({
      'results.0.assessment_id': ['This result is of another assessment'],
    })
    expect((await bulk(faculty, null, [row])).body.errors).toEqual({ assessment_id: ['Assessment is required'] })
    expect((await bulk(faculty, assessment, [])).body.errors).toEqual({ results: ['At least one result is required'] })
    expect((await bulk(faculty, assessment, [5 as never])).body.errors).toEqual({
      results: ['Each of results has a student_id'],
    })
    expect((await bulk(faculty, assessment, 'x' as never)).body.errors).toEqual({ results: ['Results must be a list'] })
    const wrongly = async (body: object) => (await faculty.post('/assessment-results', body)).body.errors
    expect(await wrongly({ submission_type: 'assessment', assessment_id: assessment })).toEqual({
      results: ['Results must be a list'],
    })
    expect(await wrongly({ assessment_id: assessment, results: [] })).toEqual({
      submission_type: ['Submission type must be one of: assessment, student'],
    })
    expect(await marksOf(assessment)).toEqual([])
  })

  test('are written in one transaction with their trail: without the one there is not the other', async () => {
    const { assessment, ids } = await examined()
    await sql`alter table audit add constraint no_results check (entity <> 'assessment_result') not valid`.execute(
      at.db,
    )
    try {
      expect((await bulk(faculty, assessment, [{ student_id: ids[0], marks: 5 }])).status).toBe(422)
      expect(await marksOf(assessment)).toEqual([])
    } finally {
      await sql`alter table audit drop constraint no_results`.execute(at.db)
    }
  })
})

describe('results of one student', () => {
  test('evaluate each assessment in which every active student of its group has marks by then', async () => {
    const { assessment, ids, group } = await examined(2)
    const second = await at.make.assessment(group, { type: 'practical', total_marks: null })
    await at.make.student(batch, group, { status: 'on_leave' })
    await at.make.result(assessment, ids[1] as number, { marks: 3 })
    await at.make.result(second, ids[1] as number)
    const { status, body } = await ofStudent(faculty, [
      { student_id: ids[0], assessment_id: second, marks: 99.5 },
      { student_id: ids[0], assessment_id: assessment, marks: 2.25, remarks: 'late' },
    ])
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data.map((one: { assessment_id: number; marks: number }) => [one.assessment_id, one.marks])).toEqual([
      [second, 99.5],
      [assessment, 2.25],
    ])
    expect((await at.stored('assessments', assessment))?.status).toBe('evaluated')
    // There the other student has a result without marks.
    expect((await at.stored('assessments', second))?.status).toBe('active')
    await ofStudent(faculty, [{ student_id: ids[1], assessment_id: second, marks: 0 }])
    expect((await at.stored('assessments', second))?.status).toBe('evaluated')
  })

  test('are of one student, each of an assessment that is there for the caller and of a group of the student', async () => {
    const { assessment, ids } = await examined()
    const elsewhere = await examined(1)
    const foreign = await at.make.assessment(await at.make.group(batch, surgery))
    const [student_id, other] = ids
    const sent = (rows: object[]) => ofStudent(faculty, rows)
    expect((await sent([{ student_id, marks: 1 }])).body.errors).toEqual({
      'results.0.assessment_id': ['Assessment is required'],
    })
    const two = [
      { student_id, assessment_id: assessment, marks: 1 },
      { student_id: other, assessment_id: assessment, marks: 1 },
    ]
    expect((await sent(two)).body.errors).toEqual({ 'results.1.student_id': ['All results must be of one student'] })
    for (const hidden of [foreign, 99_999])
      expect((await sent([two[0] as object, { student_id, assessment_id: hidden }])).body.errors).toEqual({
        'results.1.assessment_id': ['Assessment does not exist'],
      })
    const astray = await sent([two[0] as object, { student_id, assessment_id: elsewhere.assessment, marks: 1 }])
    expect(Object.keys(astray.body.errors)).toEqual(['results.1.student_id'])
    expect(await marksOf(assessment)).toEqual([])
  })
})

describe('over somebody else’s marks', () => {
  test('nothing is written, and the rows are named; what is equal is no conflict', async () => {
    const { assessment, ids } = await examined(3)
    const [mine, theirs, same] = ids
    await bulk(admin, assessment, [
      { student_id: theirs, marks: 12.5 },
      { student_id: same, marks: 7 },
    ])
    const rows = [
      { student_id: mine, marks: 5, updated_at: null },
      { student_id: theirs, marks: 13, updated_at: null },
      { student_id: same, marks: 7, updated_at: null },
    ]
    const { status, body } = await bulk(faculty, assessment, rows)
    expect(status).toBe(409)
    expect(body).toEqual({
      message: CHANGED_MEANWHILE,
      errors: { 'results.1': [expect.stringMatching(/^Person \d+ has 12\.50 now$/)] },
    })
    expect(await marksOf(assessment)).toEqual([12.5, 7])
    const { updated_at } = (await admin.get(`/assessment-results/assessment/${assessment}`)).body.data[0]
    rows[1] = { student_id: theirs, marks: 13, updated_at }
    expect((await bulk(faculty, assessment, rows)).status).toBe(201)
    expect(await marksOf(assessment)).toEqual([5, 13, 7])
  })

  test('that were deleted meanwhile nothing is written either', async () => {
    const { assessment, ids } = await examined(1)
    const [{ id, updated_at }] = (await bulk(admin, assessment, [{ student_id: ids[0], marks: 4 }])).body.data
    await admin.delete(`/assessment-results/${id}`)
    const { status, body } = await bulk(faculty, assessment, [{ student_id: ids[0], marks: 5, updated_at }])
    expect([status, Object.values(body.errors)]).toEqual([409, [[expect.stringMatching(/ has no marks now$/)]]])
    expect(await marksOf(assessment)).toEqual([])
  })

  test.each([1, 2, 3])('of two who save at once one wins, and nothing is lost (%i)', async () => {
    const { assessment, ids } = await examined(4)
    const post = (caller: Client, marks: number) =>
      bulk(
        caller,
        assessment,
        ids.map((student_id) => ({ student_id, marks, updated_at: null })),
      )
    const answers = await Promise.all([post(faculty, 1.5), post(hod, 2.5)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const winner = answers[0]?.status === 201 ? 1.5 : 2.5
    expect(await marksOf(assessment)).toEqual([winner, winner, winner, winner])
  })
})

test('results are written by admin, hod, faculty and clerk of the own department', async () => {
  const { assessment, ids } = await examined(1)
  const rows = [{ student_id: ids[0], marks: 1 }]
  for (const caller of [admin, hod, faculty, await at.as('clerk', medicine)])
    expect((await bulk(caller, assessment, rows)).status).toBe(201)
  for (const caller of [await at.as('principal'), await at.as('student-affair'), await at.as('student')])
    expect((await bulk(caller, assessment, rows)).status).toBe(403)
  expect((await bulk(at.nobody, assessment, rows)).status).toBe(401)
  const foreign = await bulk(surgeon, assessment, rows)
  expect([foreign.status, foreign.body.errors]).toEqual([422, { assessment_id: ['Assessment does not exist'] }])
})
