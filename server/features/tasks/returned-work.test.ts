import { describe, expect, test } from 'vitest'
import { COMMENTS_OF_PERSON_MAX, RETURNS_MAX } from '../../../shared/limits.ts'
import { furnished } from '../../testing/college.ts'
import { countFiles, form } from '../../testing/uploads.ts'

const { at, admin, faculty, hod, surgeon, medicine, wards, student } = await furnished()

async function handedIn(fields: Parameters<typeof at.make.task>[2] = {}) {
  const task = await at.make.task(medicine, [wards], fields)
  const { id: studentId, caller } = await student(wards)
  const { body } = await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf', 'b.pdf'))
  const id = body.data.id as number
  return {
    task,
    studentId,
    caller,
    id,
    path: `/task-submissions/${id}`,
    giveBack: (text = 'The findings are missing.') => faculty.post(`/task-submissions/${id}/return`, { text }),
    sendAgain: (fields: Record<string, string>, ...names: string[]) =>
      caller.upload(`/task-submissions/${id}/files`, form(fields, ...names)),
  }
}
const names = (files: string) => JSON.parse(files).map(({ name }: { name: string }) => name)

describe('work is returned for correction', () => {
  test('with a word of why, and sent again: both versions are kept, and the trail tells of both steps', async () => {
    const { caller, path, id, giveBack, sendAgain } = await handedIn()
    const returned = await giveBack('  The findings are missing. ')
    expect(returned.status).toBe(200)
    expect(returned.body.data).toMatchObject({ id, status: 'returned', marks: null })
    const kept = countFiles(at, 'kept')

    const again = await sendAgain({ remove_files: '["a.pdf"]' }, 'c.pdf')
    expect(again.status).toBe(200)
    expect(again.body.data.status).toBe('submitted')
    expect(names(again.body.data.files)).toEqual(['b.pdf', 'c.pdf'])
    expect(countFiles(at, 'kept')).toBe(kept + 1)

    for (const reader of [caller, faculty, hod]) {
      const { body } = await reader.get(`${path}/comments`)
      expect(body.data).toMatchObject([
        {
          kind: 'returned',
          text: 'The findings are missing.',
          author: { id: faculty.userId },
          is_students: false,
          files: [],
        },
        {
          kind: 'sent_again',
          text: null,
          author: { id: caller.userId },
          is_students: true,
          files: [{ name: 'a.pdf' }],
        },
      ])
      const file = `${path}/returned-files/${body.data[1].files[0].id}`
      expect((await reader.get(`${file}/view`)).headers['content-disposition']).toContain('inline')
      expect((await reader.get(`${file}/download`)).headers['content-disposition']).toContain('filename="a.pdf"')
    }
    expect((await at.trailOf('task_submission', id)).map(({ action, changes }) => [action, changes.status])).toEqual([
      ['resubmit', ['returned', 'submitted']],
      ['return', ['submitted', 'returned']],
    ])
  })

  test('is not as late as the day of its correction, and waits for its grader again', async () => {
    const { id, task, giveBack, sendAgain } = await handedIn()
    const lists = async () =>
      (await faculty.get('/tasks?only=ungraded&per_page=500')).body.data.map((one: { id: number }) => one.id)
    expect(await lists()).toContain(task)
    await giveBack()
    expect(await lists()).not.toContain(task)
    await at.db.updateTable('tasks').set({ end_date: '2020-01-01' }).where('id', '=', task).execute()
    const again = await sendAgain({}, 'c.pdf')
    expect(again.body.data.is_late).toBe(false)
    // Nor is a slip that is mended after the correction.
    expect((await sendAgain({ remove_files: '["c.pdf"]' }, 'd.pdf')).body.data.is_late).toBe(false)
    expect(await lists()).toContain(task)
    expect((await faculty.put(`/task-submissions/${id}`, { marks: 9 })).body.data).toMatchObject({ marks: 9 })
  })

  test('needs a text, ungraded work and an active task', async () => {
    const { id, task, path, giveBack } = await handedIn()
    const empty = await giveBack('  ')
    expect(empty.status).toBe(422)
    expect(empty.body.errors).toEqual({ text: ['Please write what is to be corrected'] })
    await faculty.put(path, { marks: 5 })
    expect((await giveBack()).body.message).toBe('Graded work can’t be returned. Take its marks back first.')
    await faculty.put(path, { marks: null })
    await at.db.updateTable('tasks').set({ status: 'inactive' }).where('id', '=', task).execute()
    expect((await giveBack()).status).toBe(409)
    await at.db.updateTable('tasks').set({ status: 'active' }).where('id', '=', task).execute()
    expect((await giveBack()).status).toBe(200)
    expect((await giveBack()).body.message).toBe('This work has been returned already.')
    expect(
      (await at.db.selectFrom('submission_comments').select('id').where('submission_id', '=', id).execute()).length,
    ).toBe(1)
  })

  test('over a version that changed meanwhile is refused', async () => {
    const { caller, path } = await handedIn()
    const { updated_at } = (await faculty.get(path)).body.data
    await caller.put(path, { remarks: 'changed since' })
    expect((await faculty.post(`${path}/return`, { text: 'x', updated_at })).status).toBe(409)
    expect((await faculty.get(path)).body.data.status).toBe('submitted')
  })

  test('it is not sent again as it was', async () => {
    const { caller, path, giveBack, sendAgain } = await handedIn()
    await giveBack()
    const kept = countFiles(at, 'kept')
    const same = await sendAgain({ remarks: 'it is fine', remove_files: '["a.pdf"]' })
    expect(same.status).toBe(422)
    expect(same.body.errors.files).toEqual(['Please add the corrected file before you send this work again'])
    expect((await caller.put(path, { remarks: 'a word' })).body.data).toMatchObject({
      status: 'returned',
      remarks: 'a word',
    })
    expect(countFiles(at, 'kept')).toBe(kept)
  })

  test('marks end it, and then it is not sent again', async () => {
    const { path, giveBack, sendAgain } = await handedIn()
    await giveBack()
    expect((await faculty.put(path, { remarks: 'a remark alone' })).body.data.status).toBe('returned')
    expect((await faculty.put(path, { marks: 3 })).body.data).toMatchObject({ status: 'submitted', marks: 3 })
    expect((await sendAgain({}, 'c.pdf')).status).toBe(409)
  })

  test('at most so often', async () => {
    const { id, giveBack } = await handedIn()
    const lines = Array.from({ length: RETURNS_MAX }, () => ({
      submission_id: id,
      author_id: faculty.userId,
      kind: 'returned' as const,
      text: 'once more',
    }))
    await at.db.insertInto('submission_comments').values(lines).execute()
    expect((await giveBack()).status).toBe(409)
  })

  test('two who return at once return it once', async () => {
    const { path } = await handedIn()
    const answers = await Promise.all([faculty, hod].map((one) => one.post(`${path}/return`, { text: 'missing' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('and is not counted as submitted until it is sent again', async () => {
    const { studentId, giveBack, sendAgain } = await handedIn()
    const submitted = async () => (await admin.get(`/student-reports/student/${studentId}`)).body.data.tasks_submitted
    expect(await submitted()).toBe(1)
    await giveBack()
    expect(await submitted()).toBe(0)
    await sendAgain({}, 'c.pdf')
    expect(await submitted()).toBe(1)
  })
})

describe('the thread of a submission', () => {
  test('has comments of its student and teachers, and is read by nobody else', async () => {
    const { caller, path } = await handedIn()
    const other = await student(wards)
    const first = await caller.post(`${path}/comments`, { text: ' Is the second page\r\nneeded? ' })
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({ kind: 'comment', text: 'Is the second page\nneeded?', is_students: true })
    expect((await faculty.post(`${path}/comments`, { text: 'Yes.' })).body.data.is_students).toBe(false)
    expect((await faculty.get(path)).body.data.comment_count).toBe(2)
    for (const reader of [other.caller, surgeon]) {
      expect((await reader.get(`${path}/comments`)).status).toBe(404)
      expect((await reader.post(`${path}/comments`, { text: 'x' })).status).toBe(404)
    }
    expect((await surgeon.post(`${path}/return`, { text: 'x' })).status).toBe(404)
    expect((await caller.post(`${path}/return`, { text: 'x' })).status).toBe(403)
    for (const text of ['', null, 7, 'x'.repeat(1001)])
      expect((await caller.post(`${path}/comments`, { text })).body.errors, `${text}`).toHaveProperty('text')
  })

  test('has a bound for each person, which keeps nobody else from writing', async () => {
    const { caller, id, path } = await handedIn()
    const lines = Array.from({ length: COMMENTS_OF_PERSON_MAX - 1 }, () => ({
      submission_id: id,
      author_id: caller.userId,
      kind: 'comment' as const,
      text: 'again',
    }))
    await at.db.insertInto('submission_comments').values(lines).execute()
    const answers = await Promise.all([1, 2].map(() => caller.post(`${path}/comments`, { text: 'last' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await faculty.post(`${path}/comments`, { text: 'enough' })).status).toBe(201)
  })

  test('gives out no file that was replaced before the work was returned', async () => {
    const { path, sendAgain, caller } = await handedIn()
    await sendAgain({ remove_files: '["a.pdf"]' }, 'z.pdf')
    const former = (await admin.get(`${path}/former-files`)).body.data[0]
    for (const reader of [caller, faculty])
      expect((await reader.get(`${path}/returned-files/${former.id}/download`)).status).toBe(404)
  })
})
