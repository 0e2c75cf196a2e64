import { expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { furnished } from '../../testing/college.ts'
import { countFiles, form } from '../../testing/uploads.ts'

const { at, admin, faculty, medicine, wards, student } = await furnished()
const task = await at.make.task(medicine, [wards])

const handedIn = async (...names: string[]) => {
  const { id, caller } = await student(wards)
  const { body } = await caller.upload('/task-submissions', form({ task_id: String(task), remarks: 'mine' }, ...names))
  return { studentId: id, caller, id: body.data.id as number }
}

test('a submission has remarks that its student changes, and marks that no student gives', async () => {
  const { id, caller } = await handedIn('a.pdf')
  const { status, body } = await caller.put(`/task-submissions/${id}`, { remarks: 'better', marks: 20 })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ remarks: 'better', marks: null, faculty_remarks: null, graded_at: null })
  expect((await caller.put(`/task-submissions/${id}`, {})).body.data.remarks).toBe('better')
  expect((await caller.put(`/task-submissions/${id}`, { remarks: '' })).body.data.remarks).toBeNull()
  const stale = await caller.put(`/task-submissions/${id}`, { remarks: 'x', updated_at: body.data.updated_at })
  expect(stale.status).toBe(409)
})

test('a submission is its student’s and nobody else’s among students', async () => {
  const mine = await handedIn('a.pdf')
  const other = await handedIn('a.pdf')
  expect((await mine.caller.get(`/task-submissions/${mine.id}`)).body.data.id).toBe(mine.id)
  expect((await mine.caller.get(`/task-submissions/student/${mine.studentId}`)).body.meta.total).toBe(1)
  expect((await mine.caller.get(`/task-submissions/student/${mine.studentId}/group/${wards}`)).body.meta.total).toBe(1)
  const ofTask = await mine.caller.get(`/task-submissions/task/${task}?status=submitted`)
  expect(ofTask.body.data.map((one: { id: number }) => one.id)).toEqual([mine.id])
  for (const path of [`${other.id}`, `student/${other.studentId}`, `student/${other.studentId}/group/${wards}`])
    expect((await mine.caller.get(`/task-submissions/${path}`)).status, path).toBe(404)
  expect((await mine.caller.put(`/task-submissions/${other.id}`, { remarks: 'x' })).status).toBe(404)
  expect((await mine.caller.upload(`/task-submissions/${other.id}/files`, form({}, 'x.pdf'))).status).toBe(404)
  expect((await mine.caller.get(`/task-submissions/task/${task}/roster`)).status).toBe(403)
  expect((await mine.caller.delete(`/task-submissions/${mine.id}`)).status).toBe(403)
})

test('a submission is handed in again with other files', async () => {
  const { id, caller } = await handedIn('a.pdf', 'b.pdf')
  await at.db.updateTable('task_submissions').set({ date_time: '2020-01-01T00:00:00Z' }).where('id', '=', id).execute()
  const kept = countFiles(at, 'kept')
  const again = form({ remarks: 'second try', remove_files: '["a.pdf", "none.pdf"]' }, 'B.pdf')
  const { status, body } = await caller.upload(`/task-submissions/${id}/files`, again)
  expect(status).toBe(200)
  expect(JSON.parse(body.data.files).map((file: { name: string }) => file.name)).toEqual(['b.pdf', 'B (2).pdf'])
  expect(body.data.remarks).toBe('second try')
  expect(body.data.date_time > '2020-01-02').toBe(true)
  // The replaced file stays.
  expect(countFiles(at, 'kept')).toBe(kept + 1)
  expect(countFiles(at, 'incoming')).toBe(0)
})

test('what another window changed meanwhile is not overwritten, and the files of the refused change are not kept', async () => {
  const { id, caller } = await handedIn('a.pdf')
  const read = (await caller.get(`/task-submissions/${id}`)).body.data
  await caller.put(`/task-submissions/${id}`, { remarks: 'from the other window' })
  const kept = countFiles(at, 'kept')
  const fields = { remarks: 'from this one', remove_files: '["a.pdf"]', updated_at: read.updated_at }
  const { status, body } = await caller.upload(`/task-submissions/${id}/files`, form(fields, 'b.pdf'))
  expect([status, body.message]).toEqual([409, CHANGED_MEANWHILE])
  const stored = (await caller.get(`/task-submissions/${id}`)).body.data
  expect([stored.remarks, stored.files]).toEqual(['from the other window', read.files])
  expect(countFiles(at, 'kept')).toBe(kept)
})

test('a submission keeps at least one and at most ten files', async () => {
  const { id, caller } = await handedIn('a.pdf', 'b.pdf')
  const kept = countFiles(at, 'kept')
  const send = async (fields: Record<string, string>, ...names: string[]) => {
    const { status, body } = await caller.upload(`/task-submissions/${id}/files`, form(fields, ...names))
    expect(status).toBe(422)
    return body.errors
  }
  expect(await send({ remove_files: '["a.pdf","b.pdf"]' })).toEqual({ files: ['Please upload a PDF file'] })
  const nine = Array.from({ length: 9 }, (_, index) => `${index}.pdf`)
  expect(await send({}, ...nine)).toEqual({ files: ['At most 10 files can be uploaded'] })
  for (const wrong of ['a.pdf', '{"a":1}', '[1]'])
    expect(await send({ remove_files: wrong }, 'c.pdf')).toEqual({
      remove_files: ['remove_files must be a JSON list of file names'],
    })
  expect(countFiles(at, 'kept')).toBe(kept)
  expect(countFiles(at, 'incoming')).toBe(0)
  const files = await at.db.selectFrom('submission_files').select('name').where('submission_id', '=', id).execute()
  expect(files.map((file) => file.name).sort()).toEqual(['a.pdf', 'b.pdf'])
})

test('a submission is no longer changed once it is graded or its task is no longer active', async () => {
  const { id, caller } = await handedIn('a.pdf')
  const refusals = async () => [
    await caller.put(`/task-submissions/${id}`, { remarks: 'x' }),
    await caller.upload(`/task-submissions/${id}/files`, form({}, 'x.pdf')),
  ]
  await faculty.put(`/task-submissions/${id}`, { marks: 0 })
  for (const { status, body } of await refusals()) {
    expect(status).toBe(409)
    expect(body.message).toBe('A graded submission can no longer be changed.')
  }
  await faculty.put(`/task-submissions/${id}`, { marks: null })
  await at.db.updateTable('tasks').set({ status: 'inactive' }).where('id', '=', task).execute()
  for (const { status, body } of await refusals()) {
    expect(status).toBe(409)
    expect(body.message).toBe('This task is no longer active.')
  }
  await at.db.updateTable('tasks').set({ status: 'active' }).where('id', '=', task).execute()
  expect((await caller.put(`/task-submissions/${id}`, { remarks: 'x' })).status).toBe(200)
})

test('a submission is deleted by an administrator alone, with its files, leaving a trail', async () => {
  const { id, studentId } = await handedIn('a.pdf', 'b.pdf')
  await faculty.put(`/task-submissions/${id}`, { marks: 7 })
  const kept = countFiles(at, 'kept')
  expect((await faculty.delete(`/task-submissions/${id}`)).status).toBe(403)
  expect((await admin.delete(`/task-submissions/${id}`)).body).toEqual({ message: 'Submission deleted successfully' })
  expect((await admin.get(`/task-submissions/${id}`)).status).toBe(404)
  expect(countFiles(at, 'kept')).toBe(kept - 2)
  const [row] = await at.trailOf('task_submission', id)
  expect(row).toMatchObject({ action: 'delete', changes: { marks: [7, null], student_id: [studentId, null] } })
  expect((await admin.delete(`/task-submissions/${id}`)).status).toBe(404)
})
