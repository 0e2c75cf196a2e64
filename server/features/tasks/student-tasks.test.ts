import { expect, test } from 'vitest'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, principal, hod, surgeon, affairs, medicine, surgery, wards, clinic, theatre, student } =
  await furnished()

const own = await student(wards, theatre)
const other = await student(wards)
const open = await at.make.task(medicine, [wards], { name: 'Case history', passing_marks: 10, end_date: '2020-01-31' })
const graded = await at.make.task(medicine, [clinic, wards], { status: 'inactive' })
const foreign = await at.make.task(surgery, [theatre])
// Neither announced, nor of a group of the student.
await at.make.task(medicine, [wards], { status: 'pending' })
await at.make.task(medicine, [clinic])
const handedIn = await at.make.submission(graded, own.id, {
  marks: 15,
  graded_at: new Date(),
  faculty_remarks: 'Clear',
  is_late: true,
})
await at.make.submission(open, other.id, { marks: 3, graded_at: new Date() })

const path = `/tasks/student/${own.id}`

test('what is given to a student, and what was handed in of it, newest first', async () => {
  const { status, body } = await admin.get(path)
  expect(status).toBe(200)
  expect(body.meta.total).toBe(3)
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([foreign, graded, open])
  expect(body.data[1]).toMatchObject({
    status: 'inactive',
    department: { id: medicine, name: 'Medicine' },
    group: { id: wards, name: 'Wards' },
    submission: { id: handedIn, marks: 15, is_late: true, faculty_remarks: 'Clear' },
  })
  // Work that another student of the group has handed in is none of this one's.
  expect(body.data[2]).toMatchObject({ name: 'Case history', end_date: '2020-01-31', submission: null })
})

test('staff of a department are told of its own tasks, whoever the student is', async () => {
  expect(await listed(hod, path)).toEqual([graded, open])
  expect(await listed(surgeon, path)).toEqual([foreign])
  expect(await listed(principal, path)).toEqual([foreign, graded, open])
})

test('student affairs, who may not read submissions, are not told what was handed in', async () => {
  const { body } = await affairs.get(path)
  expect(body.data).toHaveLength(3)
  for (const task of body.data) expect('submission' in task).toBe(false)
})

test('a student is told of the own ones alone', async () => {
  const { body } = await own.caller.get(path)
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([foreign, graded, open])
  expect(body.data[1].submission).toMatchObject({ marks: 15 })
  expect((await other.caller.get(path)).status).toBe(404)
  expect((await admin.get('/tasks/student/99999')).status).toBe(404)
})

test('clerks and who has no role are refused, and so is who is not signed in', async () => {
  for (const role of ['clerk', 'no-role'] as const) expect((await (await at.as(role)).get(path)).status).toBe(403)
  expect((await at.nobody.get(path)).status).toBe(401)
  expect((await admin.get(`${path}?per_page=501`)).status).toBe(422)
})

test('what was handed in stays after the student has left the group; what was not goes', async () => {
  const mover = await student(wards)
  await at.make.submission(open, mover.id)
  const [first] = (await admin.get(`/tasks/student/${mover.id}`)).body.data
  expect(first.group.name).toBe('Wards')
  await affairs.post(`/students/${mover.id}/assign-group`, { groupId: clinic })
  const left = (await mover.caller.get(`/tasks/student/${mover.id}`)).body.data
  const ofWards = left.filter(({ group }: { group: { id: number } }) => group.id === wards)
  expect(ofWards.map(({ id }: { id: number }) => id)).toEqual([open])
})
