import { describe, expect, test } from 'vitest'
import { dayIn } from '../../core/clock.ts'
import { furnished } from '../../testing/college.ts'
import { countFiles, form } from '../../testing/uploads.ts'

/** A zone in which it is another day than in UTC: 11 hours behind or 14 ahead. */
const timezone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const { at, admin, faculty, medicine, batch, wards, student } = await furnished({
  environment: { COLLEGE_TIMEZONE: timezone },
})

const rowsOf = (taskId: number) =>
  at.db.selectFrom('task_submissions').selectAll().where('task_id', '=', taskId).execute()

describe('work is handed in', () => {
  test('with its files and remarks, by the caller whatever student_id says', async () => {
    const task = await at.make.task(medicine, [wards])
    const { id, caller } = await student(wards)
    const other = await student(wards)
    const { status, body } = await caller.upload(
      '/task-submissions',
      form(
        {
          task_id: String(task),
          student_id: String(other.id),
          remarks: ' done\r\nall ',
          date_time: '2000-01-01T00:00:00Z',
          status: 'graded',
          marks: '20',
        },
        'a.pdf',
        'b.PDF',
      ),
    )
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      task_id: task,
      student_id: id,
      remarks: 'done\nall',
      status: 'submitted',
      is_late: false,
      marks: null,
      faculty_remarks: null,
      task: { id: task, total_marks: 20 },
    })
    expect(Math.abs(Date.now() - Date.parse(body.data.date_time))).toBeLessThan(60_000)
    expect(JSON.parse(body.data.files).map((file: { name: string }) => file.name)).toEqual(['a.pdf', 'b.PDF'])
    expect((await caller.get(`/tasks/${task}`)).body.data.submission).toMatchObject({ id: body.data.id })
    expect((await other.caller.get(`/tasks/${task}`)).body.data.submission).toBeNull()
  })

  test('once for a task', async () => {
    const task = await at.make.task(medicine, [wards])
    const { caller } = await student(wards)
    expect((await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf'))).status).toBe(201)
    const kept = countFiles(at, 'kept')
    const second = await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf'))
    expect(second.status).toBe(409)
    expect(second.body.message).toBe('You have already submitted this task.')
    expect(await rowsOf(task)).toHaveLength(1)
    expect(countFiles(at, 'kept')).toBe(kept)
  })

  test('once also when ten calls come together, leaving neither rows nor files of the others', async () => {
    const task = await at.make.task(medicine, [wards])
    const { caller } = await student(wards)
    const kept = countFiles(at, 'kept')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf', 'b.pdf')),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const rows = await rowsOf(task)
    expect(rows).toHaveLength(1)
    const files = await at.db.selectFrom('submission_files').select('submission_id').execute()
    expect(files.filter((file) => file.submission_id === rows[0]?.id)).toHaveLength(2)
    expect(countFiles(at, 'kept')).toBe(kept + 2)
    expect(countFiles(at, 'incoming')).toBe(0)
  })

  test('only for a task that the student sees and that is active', async () => {
    const clinic = await at.make.group(batch, medicine)
    const { id, caller } = await student(wards)
    const before = await at.make.task(medicine, [clinic], { status: 'inactive' })
    await at.make.submission(before, id)
    const hidden = [
      await at.make.task(medicine, [clinic]),
      await at.make.task(medicine, [wards], { status: 'pending' }),
      before,
      99_999,
    ]
    for (const task of hidden) {
      const { status, body } = await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf'))
      expect(status).toBe(422)
      expect(body.errors).toEqual({ task_id: ['Task does not exist'] })
    }
    const none = await caller.upload('/task-submissions', form({}, 'a.pdf'))
    expect(none.body.errors).toEqual({ task_id: ['Task is required'] })
    const empty = await caller.upload('/task-submissions', form({ task_id: '' }, 'a.pdf'))
    expect(empty.body.errors).toEqual({ task_id: ['Task is required'] })
    for (const wrong of ['abc', '-1', '99999999999']) {
      const { status, body } = await caller.upload('/task-submissions', form({ task_id: wrong }, 'a.pdf'))
      expect(status).toBe(422)
      expect(body.errors).toEqual({ task_id: ['Task does not exist'] })
    }
    expect(countFiles(at, 'incoming')).toBe(0)
  })

  test('by students alone', async () => {
    const task = await at.make.task(medicine, [wards])
    const body = () => form({ task_id: String(task) }, 'a.pdf')
    for (const caller of [admin, faculty, await at.as('no-role'), await at.as('student')])
      expect((await caller.upload('/task-submissions', body())).status).toBe(403)
    expect((await at.nobody.upload('/task-submissions', body())).status).toBe(401)
    expect(await rowsOf(task)).toEqual([])
  })

  test('late when the college’s day is past the end date, not before', async () => {
    const today = dayIn(timezone)
    const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
    const { caller } = await student(wards)
    const lateFor = async (end_date: string | null) => {
      const task = await at.make.task(medicine, [wards], { end_date })
      const { status, body } = await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf'))
      expect(status).toBe(201)
      return body.data.is_late
    }
    expect(await lateFor(null)).toBe(false)
    expect(await lateFor(today)).toBe(false)
    expect(await lateFor(yesterday)).toBe(true)
  })
})
