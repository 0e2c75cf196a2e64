import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, surgeon, faculty, student, medicine, surgery, batch, wards, theatre } = await furnished()

/** Returns the kept counts, and those of everything counted anew. */
async function compared() {
  const pairs = await Promise.all(
    [
      [
        sql`select * from attendance_session_counts
          where (sessions, present, absent, leave) <> (0, 0, 0, 0) order by group_id, status`,
        sql`select group_id, session.status, session.department_id, batch_id, count(distinct session.id) as sessions,
            count(*) filter (where entry.status = 'present') as present,
            count(*) filter (where entry.status = 'absent') as absent,
            count(*) filter (where entry.status = 'leave') as leave
          from attendance_sessions session left join attendance_submissions entry on attendance_session_id = session.id
          group by 1, 2, 3, 4 order by 1, 2`,
      ],
      [
        sql`select * from assessment_counts where (assessments, results, absent) <> (0, 0, 0) order by group_id, status`,
        sql`select group_id, a.status, department_id, batch_id, count(distinct a.id) as assessments,
            count(r.id) as results, count(*) filter (where r.status = 'absent') as absent
          from assessments a left join assessment_results r on r.assessment_id = a.id group by 1, 2, 3, 4 order by 1, 2`,
      ],
      [
        sql`select * from feedback_response_counts where responses <> 0 order by 1`,
        sql`select feedback_survey_id, count(*) as responses from feedback_responses group by 1 order by 1`,
      ],
    ].map(async ([kept, counted]) => [await kept?.execute(at.db), await counted?.execute(at.db)]),
  )
  const [kept, counted] = [0, 1].map((side) => pairs.map((pair) => pair[side]?.rows))
  expect(kept).toEqual(counted)
  return { sessions: kept?.[0] ?? [], assessments: kept?.[1] ?? [], responses: kept?.[2] ?? [] }
}

/** A list says as many as it has, to every caller. */
async function saysAsMany(path: string) {
  for (const caller of [admin, hod, surgeon]) {
    const { status, body } = await caller.get(`${path}${path.includes('?') ? '&' : '?'}per_page=500`)
    expect(status, path).toBe(200)
    expect(body.meta.total, path).toBe(body.data.length)
  }
}

const ok = async (call: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await call
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  return body as any
}

test('sessions and entries: a register is taken, changed, loses an entry, and all goes', async () => {
  const [one, other] = [await student(wards), await student(wards)]
  const session = await at.make.session(wards)
  await at.make.session(theatre, { status: 'cancelled' })
  await compared()
  const posted = (status: string) => ({
    attendance_session_id: session,
    submissions: [{ student_id: one.id, status }],
  })
  await ok(faculty.post('/attendance-submissions', posted('present')))
  expect((await compared()).sessions).toContainEqual({
    group_id: wards,
    status: 'completed',
    department_id: medicine,
    batch_id: batch,
    sessions: 1,
    present: 1,
    absent: 1,
    leave: 0,
  })
  await ok(faculty.post('/attendance-submissions/update', posted('leave')))
  await compared()
  for (const path of [
    '/attendance-sessions',
    '/attendance-sessions?status=completed',
    `/attendance-sessions?department_id=${medicine}&batch_id=${batch}`,
    `/attendance-sessions?group_id=${wards}&status=pending`,
    '/attendance-sessions?from=2026-03-01',
    '/attendance-submissions',
    '/attendance-submissions?status=leave',
    `/attendance-submissions?department_id=${surgery}`,
    `/attendance-submissions?group_id=${wards}&status=absent`,
    `/attendance-submissions?student_id=${other.id}`,
    `/attendance-submissions?attendance_session_id=${session}`,
  ])
    await saysAsMany(path)
  const { data } = await ok(admin.get(`/attendance-submissions/attendance-session/${session}`))
  for (const { id } of data) await ok(admin.delete(`/attendance-submissions/${id}`))
  await ok(admin.delete(`/attendance-sessions/${session}`))
  await compared()
})

test('assessments and results: given, evaluated, moved to another group, and deleted', async () => {
  const [one] = [await student(wards, theatre)]
  const { data: assessment } = await ok(
    admin.post('/assessments', {
      department_id: medicine,
      batch_id: batch,
      group_id: wards,
      type: 'theory',
      name: 'Viva',
      total_marks: 20,
    }),
  )
  await at.make.assessment(wards, { status: 'pending' })
  await at.make.result(await at.make.assessment(theatre), one.id, { marks: 3 })
  await at.make.result(await at.make.assessment(theatre), one.id, { status: 'absent' })
  const results = [{ student_id: one.id, marks: 12 }]
  await ok(admin.post('/assessment-results', { assessment_id: assessment.id, submission_type: 'assessment', results }))
  expect((await compared()).assessments).toContainEqual({
    group_id: wards,
    status: 'evaluated',
    department_id: medicine,
    batch_id: batch,
    assessments: 1,
    results: 1,
    absent: 0,
  })
  for (const path of [
    '/assessments',
    '/assessments?status=pending',
    '/assessments?only=unmarked',
    `/assessments?department_id=${medicine}&batch_id=${batch}`,
    `/assessments?group_id=${theatre}`,
    '/assessment-results',
    '/assessment-results?status=submitted',
    '/assessment-results?status=absent',
    `/assessment-results?group_id=${theatre}`,
    `/assessment-results?student_id=${one.id}`,
    `/assessment-results?assessment_id=${assessment.id}`,
  ])
    await saysAsMany(path)
  const { data } = await ok(admin.get(`/assessment-results/assessment/${assessment.id}`))
  await ok(admin.delete(`/assessment-results/${data[0].id}`))
  const other = await at.make.group(batch, medicine)
  await ok(admin.put(`/assessments/${assessment.id}`, { group_id: other }))
  await compared()
  await ok(admin.delete(`/assessments/${assessment.id}`))
  await compared()
})

test('a group of which only counts of nothing are left is moved, and deleted', async () => {
  const group = await at.make.group(batch, medicine)
  const session = await at.make.session(group)
  await ok(admin.delete(`/attendance-sessions/${session}`))
  await ok(admin.put(`/groups/${group}`, { department_id: surgery, batch_id: await at.make.batch() }))
  await at.make.session(group)
  await compared()
  await at.db.deleteFrom('attendance_sessions').where('group_id', '=', group).execute()
  await ok(admin.delete(`/groups/${group}`))
  await compared()
})

test('responses with names: sent, and deleted; of anonymous ones nothing is counted', async () => {
  const [one, other] = [await student(wards), await student(wards)]
  const survey = await at.make.survey({ department_id: medicine, status: 'active' })
  const anonymous = await at.make.survey({ department_id: medicine, status: 'active', is_anonymous: true })
  for (const id of [survey, anonymous]) {
    const question = await at.make.question(id, { question_type: 'rating' })
    const answers = [{ feedback_question_id: question, answer: 4 }]
    for (const { caller } of [one, other])
      await ok(caller.post('/feedback-responses', { feedback_survey_id: id, answers }))
  }
  await at.make.response(await at.make.survey({ department_id: surgery }), one.id)
  expect((await compared()).responses).toContainEqual({ feedback_survey_id: survey, responses: 2 })
  for (const path of [
    '/feedback-responses',
    `/feedback-responses?feedback_survey_id=${survey}`,
    `/feedback-responses?student_id=${one.id}`,
  ])
    await saysAsMany(path)
  const { data } = await ok(admin.get(`/feedback-responses/survey/${survey}`))
  await ok(admin.delete(`/feedback-responses/${data[0].id}`))
  await compared()
})

test('what is done at once, in the same groups, is all counted', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => student(wards)))
  const many = <T>(each: (index: number) => Promise<T>) => Promise.all(Array.from({ length: 8 }, (_, at) => each(at)))
  const sessions = await many((day) => at.make.session(wards, { activity_date: `2026-02-0${day + 1}` }))
  const assessments = await many(() => at.make.assessment(wards))
  const survey = await at.make.survey({ department_id: medicine, status: 'active' })
  const question = await at.make.question(survey, { question_type: 'rating' })
  await Promise.all([
    ...sessions.map((id) =>
      ok(
        faculty.post('/attendance-submissions', {
          attendance_session_id: id,
          submissions: members.map((member) => ({ student_id: member.id, status: 'present' })),
        }),
      ),
    ),
    ...assessments.map((id) =>
      ok(
        admin.post('/assessment-results', {
          assessment_id: id,
          submission_type: 'assessment',
          results: members.map((member) => ({ student_id: member.id, marks: 7 })),
        }),
      ),
    ),
    ...members.map(({ caller }) =>
      ok(
        caller.post('/feedback-responses', {
          feedback_survey_id: survey,
          answers: [{ feedback_question_id: question, answer: 5 }],
        }),
      ),
    ),
  ])
  await compared()
})
