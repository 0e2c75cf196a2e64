import { describe, expect, test } from 'vitest'
import { OWN_FIELDS_MAX } from '../../../shared/limits.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin } = await furnished()

const added = async (fields: object) => {
  const { status, body } = await admin.post('/own-fields', { entity: 'student', kind: 'text', ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const names = async (entity: string) =>
  (await admin.get(`/own-fields?entity=${entity}`)).body.data.map(({ name }: { name: string }) => name)

describe('an own field', () => {
  test('is added as the last of its entity, and leaves a trail', async () => {
    const house = await added({ name: ' House ', kind: 'choice', options: ['Iqbal', 'Jinnah'] })
    expect(house).toMatchObject({
      entity: 'student',
      name: 'House',
      kind: 'choice',
      options: ['Iqbal', 'Jinnah'],
      is_required: false,
      is_unique: false,
      is_masked: false,
      seen_by: 'readers',
      status: 'active',
    })
    const later = await added({ name: 'Blood Group' })
    expect(later.position).toBe(house.position + 1)
    expect((await admin.get(`/own-fields/${later.id}`)).body.data).toEqual(later)
    const [row] = await at.trailOf('own_field', later.id)
    expect(row).toMatchObject({ action: 'create', changes: { name: [null, 'Blood Group'], kind: [null, 'text'] } })
  })

  test('says what is wrong with it, field by field', async () => {
    const refused = async (fields: object) => {
      const { status, body } = await admin.post('/own-fields', {
        entity: 'student',
        kind: 'text',
        name: 'X',
        ...fields,
      })
      expect(status).toBe(422)
      return body.errors
    }
    expect(await refused({ name: '' })).toEqual({ name: ['Field name is required'] })
    expect(await refused({ entity: 'batch' })).toEqual({ entity: ['Entity must be one of: student, staff'] })
    expect(await refused({ kind: 'file' })).toEqual({ kind: ['Kind must be one of: text, number, day, choice'] })
    expect(await refused({ name: 'ROLL  number' })).toEqual({ name: ['There is a field "ROLL number" already'] })
    expect(await refused({ entity: 'staff', name: 'staff number' })).toEqual({
      name: ['There is a field "staff number" already'],
    })
    expect(await refused({ kind: 'choice' })).toEqual({ options: ['A choice needs at least one option'] })
    expect(await refused({ options: ['A'] })).toEqual({ options: ['Only a choice has options'] })
    expect(await refused({ kind: 'choice', options: ['A', 'a'] })).toEqual({ options: ['The options must differ'] })
    const many = Array.from({ length: 51 }, (_, n) => `${n}`)
    expect(await refused({ kind: 'choice', options: many })).toEqual({ options: ['There can be at most 50 options'] })
    await added({ name: 'Domicile' })
    expect(await refused({ name: 'DOMICILE' })).toEqual({ name: ['An own field with this name already exists'] })
    // Staff may have a field of the same name.
    await added({ entity: 'staff', name: 'Domicile' })
  })

  test('is changed, not over somebody else’s change, and stays of its entity', async () => {
    const { id, updated_at } = await added({ name: 'Tribe' })
    const { body } = await admin.put(`/own-fields/${id}`, { name: 'Clan', entity: 'staff', updated_at })
    expect(body.data).toMatchObject({ id, name: 'Clan', entity: 'student' })
    expect((await admin.put(`/own-fields/${id}`, { name: 'Other', updated_at })).status).toBe(409)
    const chosen = await admin.put(`/own-fields/${id}`, { kind: 'choice', options: ['A'] })
    expect(chosen.body.data).toMatchObject({ kind: 'choice', options: ['A'] })
    const text = await admin.put(`/own-fields/${id}`, { kind: 'text' })
    expect(text.body.data).toMatchObject({ kind: 'text', options: [] })
  })

  test('is moved among the others, and closes its gap when it is deleted', async () => {
    await at.db.deleteFrom('own_fields').execute()
    const [a, b] = [await added({ name: 'A1' }), await added({ name: 'B1' }), await added({ name: 'C1' })]
    expect((await admin.put(`/own-fields/${a.id}`, { position: 3 })).body.data.position).toBe(3)
    expect(await names('student')).toEqual(['B1', 'C1', 'A1'])
    await admin.put(`/own-fields/${a.id}`, { position: 1 })
    expect(await names('student')).toEqual(['A1', 'B1', 'C1'])
    expect((await admin.put(`/own-fields/${b.id}`, { position: 20 })).body.data.position).toBe(3)
    expect((await admin.delete(`/own-fields/${a.id}`)).body).toEqual({ message: 'Own field deleted successfully' })
    const left = (await admin.get('/own-fields?entity=student')).body.data
    expect(left.map(({ name, position }: { name: string; position: number }) => [name, position])).toEqual([
      ['C1', 1],
      ['B1', 2],
    ])
    expect((await admin.put(`/own-fields/${b.id}`, { position: 21 })).status).toBe(422)
  })

  test('with values is not deleted and keeps its kind; set inactive it is told to nobody else', async () => {
    const { id } = await added({ name: 'Caste', kind: 'choice', options: ['A', 'B', 'C'] })
    const batch = await at.make.batch()
    const people = [await at.make.student(batch), await at.make.student(batch)]
    for (const student of people) await at.make.ownValue(id, { student_id: student.id }, 'A')
    const refused = await admin.delete(`/own-fields/${id}`)
    expect([refused.status, refused.body.message]).toEqual([409, 'Own field has 2 values. Set it inactive instead.'])
    const kind = await admin.put(`/own-fields/${id}`, { kind: 'text' })
    expect([kind.status, kind.body.message]).toEqual([409, 'The field has 2 values. Its kind can no longer change.'])
    expect((await admin.put(`/own-fields/${id}`, { options: ['B', 'C'] })).body.errors).toEqual({
      options: ['Records have these values: A'],
    })
    expect((await admin.put(`/own-fields/${id}`, { options: ['A', 'C', 'D'] })).status).toBe(200)
    expect((await admin.put(`/own-fields/${id}`, { is_unique: true })).body.errors).toEqual({
      is_unique: ['Some records have the same value. Change these first.'],
    })
    expect((await admin.put(`/own-fields/${id}`, { status: 'inactive' })).status).toBe(200)
    expect((await admin.get(`/own-fields/${id}`)).body.data.status).toBe('inactive')
    expect((await (await at.as('student-affair')).get(`/own-fields/${id}`)).status).toBe(404)
    expect((await admin.get(`/students/${people[0]?.id}`)).body.data).not.toHaveProperty('own')
  })

  test('is one of at most twenty, whoever adds them at once', async () => {
    await at.db.deleteFrom('own_values').execute()
    await at.db.deleteFrom('own_fields').execute()
    for (let n = 1; n < OWN_FIELDS_MAX; n += 1) await added({ name: `Field ${n}` })
    const both = await Promise.all(
      ['One', 'Two'].map((name) => admin.post('/own-fields', { entity: 'student', kind: 'text', name })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { status, body } = await admin.post('/own-fields', { entity: 'student', kind: 'text', name: 'Three' })
    expect([status, body.message]).toEqual([409, 'There can be at most 20 own fields'])
    await at.db.deleteFrom('own_fields').execute()
  })

  test('is told as far as its values are, and changed by administrators alone', async () => {
    for (const entity of ['student', 'staff'])
      for (const seen_by of ['readers', 'staff', 'editors'])
        await added({ entity, name: `${entity} ${seen_by}`, seen_by })
    const told = async (role: Parameters<typeof at.as>[0]) =>
      (await (await at.as(role)).get('/own-fields')).body.data.map(({ name }: { name: string }) => name)
    const [ofStudents, ofStaff] = [
      ['student readers', 'student staff', 'student editors'],
      ['staff readers', 'staff staff', 'staff editors'],
    ]
    expect(await told('admin')).toEqual([...ofStudents, ...ofStaff])
    expect(await told('student-affair')).toEqual([...ofStudents, ...ofStaff.slice(0, 2)])
    for (const role of ['hod', 'clerk'] as const)
      expect(await told(role), role).toEqual([...ofStudents.slice(0, 2), ...ofStaff])
    for (const role of ['principal', 'faculty'] as const)
      expect(await told(role), role).toEqual([...ofStudents.slice(0, 2), ...ofStaff.slice(0, 2)])
    const { userId } = await at.make.student(await at.make.batch())
    const { body } = await (await at.of(userId)).get('/own-fields')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['student readers'])
    const { id } = await added({ name: 'Mine' })
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student'] as const) {
      const caller = await at.as(role)
      expect((await caller.post('/own-fields', { entity: 'staff', kind: 'text', name: 'No' })).status, role).toBe(403)
      expect((await caller.put(`/own-fields/${id}`, { name: 'No' })).status, role).toBe(403)
      expect((await caller.delete(`/own-fields/${id}`)).status, role).toBe(403)
    }
    expect((await at.nobody.get('/own-fields')).status).toBe(401)
  })
})
