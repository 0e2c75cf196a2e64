import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, affairs, hod, surgeon, batch, wards, clinic, theatre, student } = await furnished()

const moved = await student(wards, theatre)
const other = await student(wards)
await affairs.post(`/students/${moved.id}/assign-group`, { groupId: clinic })

const groupsOf = `/student-groups/student/${moved.id}`
const batchesOf = `/student-batches/student/${moved.id}`
type Link = { group: { name: string }; status: string; created_at: string; ended_at: string | null }
const shown = ({ body }: { body: { data: Link[] } }) => body.data.map(({ group, status }) => `${group.name} ${status}`)

test('the groups of a student with their days: the present ones have no end', async () => {
  const answer = await admin.get(groupsOf)
  expect(answer.status).toBe(200)
  expect(shown(answer)).toEqual(['Clinic active', 'Wards inactive', 'Theatre active'])
  const [present, former] = answer.body.data as [Link, Link]
  expect(present.ended_at).toBeNull()
  expect(Date.parse(former.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(former.created_at))
})

test('staff of a department are told of its groups alone, a student of the own', async () => {
  expect(shown(await hod.get(groupsOf))).toEqual(['Clinic active', 'Wards inactive'])
  expect(shown(await surgeon.get(groupsOf))).toEqual(['Theatre active'])
  expect(shown(await moved.caller.get(groupsOf))).toEqual(['Clinic active', 'Wards inactive', 'Theatre active'])
  expect((await other.caller.get(groupsOf)).status).toBe(404)
  expect((await admin.get('/student-groups/student/99999')).status).toBe(404)
})

test('the batches of a student with their days, newest first; who has moved has left the former one', async () => {
  const next = await at.make.batch({ name: 'Batch 2024' })
  expect((await affairs.put(`/students/${moved.id}`, { batch_id: next })).status).toBe(200)
  const { status, body } = await hod.get(batchesOf)
  expect(status).toBe(200)
  expect(body.data).toMatchObject([
    { batch: { id: next, name: 'Batch 2024' }, status: 'active', ended_at: null },
    { batch: { id: batch }, status: 'inactive', ended_at: expect.any(String) },
  ])
  expect((await moved.caller.get(batchesOf)).body.data).toHaveLength(2)
  expect((await other.caller.get(batchesOf)).status).toBe(404)
})

test('nobody else is told', async () => {
  const nobody = await at.as('no-role')
  for (const path of [groupsOf, batchesOf]) {
    expect((await at.nobody.get(path)).status).toBe(401)
    expect((await nobody.get(path)).status).toBe(403)
    expect((await admin.get(`${path}?page=0`)).status).toBe(422)
  }
})
