import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { form } from '../../testing/uploads.ts'

const { at, admin, faculty, medicine, surgery, batch, wards } = await furnished()

const submission = async (fields: { total_marks?: number | null } = {}) => {
  const taskId = await at.make.task(medicine, [wards], fields)
  const { id: studentId } = await at.make.student(batch, wards)
  return { taskId, studentId, id: await at.make.submission(taskId, studentId, { remarks: 'the student’s' }) }
}

describe('a submission is graded', () => {
  test('with marks and faculty remarks, never the student’s own, leaving a trail', async () => {
    const { id } = await submission()
    const { status, body } = await faculty.put(`/task-submissions/${id}`, { marks: 15, remarks: ' Good\nwork ' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ marks: 15, faculty_remarks: 'Good\nwork', remarks: 'the student’s' })
    expect(body.data.graded_at).not.toBeNull()
    expect(await at.stored('task_submissions', id)).toMatchObject({
      graded_by: faculty.userId,
      remarks: 'the student’s',
    })
    const [row, ...earlier] = await at.trailOf('task_submission', id)
    expect(earlier).toEqual([])
    expect(row).toMatchObject({ action: 'grade', actor: { id: faculty.userId } })
    expect(row.changes).toEqual({ marks: [null, 15], faculty_remarks: [null, 'Good\nwork'] })
  })

  test('with whole marks from 0 to the total, 100 when the task has none', async () => {
    const { id } = await submission({ total_marks: 20 })
    const refused = async (to: number, marks: unknown) => {
      const { status, body } = await faculty.put(`/task-submissions/${to}`, { marks })
      expect(status).toBe(422)
      return body.errors.marks
    }
    expect(await refused(id, 21)).toEqual(['Marks must be at most 20'])
    expect(await refused(id, -1)).toEqual(['Marks must be at least 0'])
    expect(await refused(id, 1.5)).toEqual(['Marks must be a whole number'])
    expect(await refused(id, '15')).toEqual(['Marks must be a whole number'])
    for (const marks of [0, 20]) expect((await faculty.put(`/task-submissions/${id}`, { marks })).status).toBe(200)
    const { id: open } = await submission({ total_marks: null })
    expect(await refused(open, 101)).toEqual(['Marks must be at most 100'])
    expect((await faculty.put(`/task-submissions/${open}`, { marks: 100 })).body.data.marks).toBe(100)
  })

  test('again: null takes the marks back, what is left out stays', async () => {
    const { id } = await submission()
    await faculty.put(`/task-submissions/${id}`, { marks: 15, remarks: 'first' })
    const remarked = await faculty.put(`/task-submissions/${id}`, { remarks: 'second' })
    expect(remarked.body.data).toMatchObject({ marks: 15, faculty_remarks: 'second' })
    const takenBack = await admin.put(`/task-submissions/${id}`, { marks: null })
    expect(takenBack.body.data).toMatchObject({ marks: null, graded_at: null, faculty_remarks: 'second' })
    expect((await at.stored('task_submissions', id))?.graded_by).toBeNull()
    expect((await at.trailOf('task_submission', id)).map((row: { changes: unknown }) => row.changes)).toEqual([
      { marks: [15, null] },
      { faculty_remarks: ['first', 'second'] },
      { marks: [null, 15], faculty_remarks: [null, 'first'] },
    ])
  })

  test('not over somebody else’s grade', async () => {
    const { id } = await submission()
    const { updated_at } = (await faculty.get(`/task-submissions/${id}`)).body.data
    expect((await admin.put(`/task-submissions/${id}`, { marks: 3, updated_at })).status).toBe(200)
    expect((await faculty.put(`/task-submissions/${id}`, { marks: 9, updated_at })).status).toBe(409)
    expect((await at.stored('task_submissions', id))?.marks).toBe(3)
  })

  test('by admin, hod and faculty, of other departments not; a principal reads', async () => {
    const { id, taskId, studentId } = await submission()
    const hod = await at.as('hod', medicine)
    const principal = await at.as('principal')
    const affairs = await at.as('student-affair')
    const foreign = await at.as('faculty', surgery)
    expect((await hod.put(`/task-submissions/${id}`, { marks: 1 })).status).toBe(200)
    expect((await principal.get(`/task-submissions/${id}`)).body.data.marks).toBe(1)
    for (const caller of [principal, affairs, await at.as('clerk')])
      expect((await caller.put(`/task-submissions/${id}`, { marks: 2 })).status).toBe(403)
    expect((await affairs.get(`/task-submissions/${id}`)).status).toBe(403)
    expect((await at.nobody.put(`/task-submissions/${id}`, { marks: 2 })).status).toBe(401)
    for (const path of [`${id}`, `task/${taskId}`, `task/${taskId}/roster`])
      expect((await foreign.get(`/task-submissions/${path}`)).status, path).toBe(404)
    expect((await foreign.put(`/task-submissions/${id}`, { marks: 2 })).status).toBe(404)
    expect((await foreign.get(`/task-submissions/student/${studentId}`)).body.data).toEqual([])
    expect((await faculty.get(`/task-submissions/student/${studentId}`)).body.meta.total).toBe(1)
    expect((await at.stored('task_submissions', id))?.marks).toBe(1)
  })

  test('in one transaction with its trail: without the one there is not the other', async () => {
    const { id } = await submission()
    await sql`alter table audit add constraint no_grades check (action <> 'grade') not valid`.execute(at.db)
    try {
      expect((await faculty.put(`/task-submissions/${id}`, { marks: 5 })).status).toBe(422)
      expect((await at.stored('task_submissions', id))?.marks).toBeNull()
    } finally {
      await sql`alter table audit drop constraint no_grades`.execute(at.db)
    }
  })

  test('within the total that a change of the task under way is about to set', async () => {
    const { id, taskId } = await submission({ total_marks: 20 })
    const grading = await at.db.transaction().execute(async (tx) => {
      await tx.selectFrom('tasks').select('id').where('id', '=', taskId).forUpdate().execute()
      const asked = faculty.put(`/task-submissions/${id}`, { marks: 20 })
      await setTimeout(200)
      await tx.updateTable('tasks').set({ total_marks: 10 }).where('id', '=', taskId).execute()
      return { asked }
    })
    expect((await grading.asked).body.errors).toEqual({ marks: ['Marks must be at most 10'] })
    expect((await at.stored('task_submissions', id))?.marks).toBeNull()
  })
})

describe('the roster of a task', () => {
  test('tells who has handed in and who has not, by roll number', async () => {
    const group = await at.make.group(batch, medicine)
    const second = await at.make.group(batch, medicine)
    const task = await at.make.task(medicine, [group, second])
    const done = await at.make.student(batch, group, { roll_no: 'R-2' })
    const open = await at.make.student(batch, second, { roll_no: 'R-1' })
    const onLeave = await at.make.student(batch, group, { roll_no: 'R-3', status: 'on_leave' })
    const movedAway = await at.make.student(batch, undefined, { roll_no: 'R-4', status: 'graduated' })
    await at.make.student(batch, group, { roll_no: 'R-5', status: 'dropped' })
    const former = await at.make.student(batch, group, { roll_no: 'R-6' })
    await at.db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date() })
      .where('student_id', '=', former.id)
      .execute()
    await at.make.student(batch, wards, { roll_no: 'R-7' })
    const submitted = await at.make.submission(task, done.id, { marks: 4, graded_at: new Date() })
    await at.make.submission(task, movedAway.id)

    const { status, body } = await faculty.get(`/task-submissions/task/${task}/roster`)
    expect(status).toBe(200)
    expect(body.meta.total).toBe(4)
    expect(
      body.data.map((row: { student: { roll_no: string }; submission: object | null }) => [
        row.student.roll_no,
        row.submission !== null,
      ]),
    ).toEqual([
      ['R-1', false],
      ['R-2', true],
      ['R-3', false],
      ['R-4', true],
    ])
    expect(body.data[1].submission).toMatchObject({ id: submitted, task_id: task, student_id: done.id, marks: 4 })
    expect(body.data[0]).toEqual({ student: expect.objectContaining({ id: open.id }), submission: null })
    expect(body.data[2].student).toMatchObject({ id: onLeave.id, status: 'on_leave' })

    const page = await faculty.get(`/task-submissions/task/${task}/roster?per_page=2&page=2`)
    expect(page.body.data.map((row: { student: { roll_no: string } }) => row.student.roll_no)).toEqual(['R-3', 'R-4'])
    expect(page.body.meta).toEqual({ page: 2, per_page: 2, total: 4 })
    const list = await faculty.get(`/task-submissions/task/${task}`)
    expect(list.body.data.map((one: { student: { roll_no: string } }) => one.student.roll_no)).toEqual(['R-2', 'R-4'])
  })

  test('is not for student affairs, nor for a task that is not there', async () => {
    const task = await at.make.task(medicine, [wards])
    expect((await (await at.as('student-affair')).get(`/task-submissions/task/${task}/roster`)).status).toBe(403)
    expect((await faculty.get('/task-submissions/task/99999/roster')).status).toBe(404)
    expect((await faculty.get('/task-submissions/task/99999')).status).toBe(404)
  })
})

test('somebody with a staff role who is a student too grades, and hands nothing in', async () => {
  const { id, taskId } = await submission()
  const assistant = await at.make.student(batch, wards)
  await at.make.giveRole(assistant.userId, 'faculty')
  const caller = await at.of(assistant.userId)
  expect((await caller.put(`/task-submissions/${id}`, { marks: 2 })).status).toBe(200)
  expect((await caller.upload('/task-submissions', form({ task_id: String(taskId) }, 'a.pdf'))).status).toBe(403)
})

test('a principal who is a student too does not grade', async () => {
  const { id } = await submission()
  const { userId } = await at.make.student(batch, wards)
  await at.make.giveRole(userId, 'principal')
  expect((await (await at.of(userId)).put(`/task-submissions/${id}`, { marks: 2 })).status).toBe(403)
  expect((await at.stored('task_submissions', id))?.marks).toBeNull()
})
