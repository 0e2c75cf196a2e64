import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, medicine } = await furnished()
const affairs = await at.as('student-affair')
const faculty = await at.as('faculty')
const batch = await at.make.batch()
const designation = await at.make.designation()

const CNIC = '35202-1234567-1'
const father = await at.make.ownField({ name: 'Father' })
const cnic = await at.make.ownField({ name: 'CNIC', is_unique: true, is_masked: true })
const house = await at.make.ownField({ name: 'House', kind: 'choice', options: ['Iqbal', 'Jinnah'] })
const score = await at.make.ownField({ name: 'Score', kind: 'number', seen_by: 'staff' })
const left = await at.make.ownField({ name: 'Left School', kind: 'day', seen_by: 'editors' })
const council = await at.make.ownField({ entity: 'staff', name: 'Council', is_unique: true, is_masked: true })

let count = 0
const student = (own?: object) => {
  count += 1
  return { name: `Own ${count}`, email: `own${count}@values.test`, ...(own ? { own } : {}) }
}
const made = async (own: object) => {
  const { status, body } = await admin.post('/students', student(own))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const whole = { [father]: 'Karim Khan', [cnic]: CNIC, [house]: 'Jinnah', [score]: '987.50', [left]: '2021-06-30' }

describe('the values of own fields', () => {
  test('are checked by their kind; each problem is told at its field', async () => {
    const refused = async (own: object) => (await admin.post('/students', student(own))).body.errors
    expect(await refused({ [house]: 'Liaquat' })).toEqual({ [`own.${house}`]: ['House must be one of: Iqbal, Jinnah'] })
    expect(await refused({ [cnic]: '••••67-1' })).toEqual({
      [`own.${cnic}`]: ['CNIC is hidden here. Write the whole value, or leave it as it is'],
    })
    expect(await refused({ [score]: 'many', [left]: '2021-02-30' })).toEqual({
      [`own.${score}`]: ['Score must be a number, such as 12 or 12.5'],
      [`own.${left}`]: ['Left School must be a valid date (YYYY-MM-DD)'],
    })
    expect(await refused({ [father]: 'x'.repeat(201) })).toEqual({
      [`own.${father}`]: ['Father must be at most 200 characters'],
    })
    expect(await refused({ [father]: 'a\nb' })).toEqual({
      [`own.${father}`]: ['Father contains characters that cannot be stored'],
    })
    expect(await refused({ 99999: 'x' })).toEqual({ 'own.99999': ['Own field does not exist'] })
    expect((await admin.put(`/students/${(await made({})).id}`, { own: { 99999: '', 99998: null } })).status).toBe(200)
    // A field of staff is none of students.
    expect(await refused({ [council]: 'x' })).toEqual({ [`own.${council}`]: ['Own field does not exist'] })
    expect(Object.keys(await refused({ name: 'x' }))).toEqual(['own'])
    expect(await refused([])).toEqual({ own: ['own must be an object of values by own field'] })
    expect(await refused({ [score]: 5 })).toEqual({ own: ['The value of an own field must be text'] })
  })

  test('stay unless they are sent; null takes one away', async () => {
    const { id, own } = await made({ ...whole, [cnic]: '1' })
    expect(own).toEqual({ ...whole, [cnic]: '1', [score]: '987.5' })
    expect((await admin.put(`/students/${id}`, { description: 'Tall' })).body.data.own).toEqual(own)
    const { body } = await admin.put(`/students/${id}`, { own: { [father]: null, [house]: 'Iqbal', [score]: '' } })
    expect(body.data.own).toEqual({ [cnic]: '1', [house]: 'Iqbal', [left]: '2021-06-30' })
    // Sent back as it was read, nothing changes.
    expect((await admin.put(`/students/${id}`, { own: body.data.own })).body.data.own).toEqual(body.data.own)
    const rows = await at.trailOf('student', id)
    const told = rows.find(({ changes }) => 'own: House' in changes && changes['own: House']?.[0] !== null)
    expect(told?.changes).toEqual({
      'own: Father': ['Karim Khan', null],
      'own: House': ['Jinnah', 'Iqbal'],
      'own: Score': ['987.5', null],
    })
    expect(JSON.stringify(rows.map(({ changes }) => changes))).toContain('"own: CNIC":[null,"••••"]')
  })

  test('that are unique are held by one record, however they are written, also when two come at once', async () => {
    const { id } = await made({ [cnic]: 'AB-12345678' })
    const again = await admin.post('/students', student({ [cnic]: ' ab-12345678 ' }))
    expect([again.status, again.body.errors]).toEqual([422, { [`own.${cnic}`]: ['CNIC is already in use'] }])
    expect((await admin.put(`/students/${id}`, { own: { [cnic]: 'ab-12345678' } })).status).toBe(200)
    const both = await Promise.all([
      admin.post('/students', student({ [cnic]: 'RACE-1' })),
      affairs.post('/students', student({ [cnic]: 'race-1' })),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(both.find(({ status }) => status === 422)?.body.errors).toEqual({
      [`own.${cnic}`]: ['CNIC is already in use'],
    })
    for (const spelt of ['12345 6789012 3', '1234567890123', '12345–6789012–3'])
      expect((await admin.post('/students', student({ [cnic]: spelt }))).status, spelt).toBe(
        spelt === '12345 6789012 3' ? 201 : 422,
      )
    const other = await at.make.student(batch)
    await expect(at.make.ownValue(cnic, { student_id: other.id }, '12345-6789012-3')).rejects.toThrow(
      'own_values_unique_key',
    )
    await expect(at.make.ownValue(cnic, { student_id: other.id }, 'RACE-1')).rejects.toThrow('own_values_unique_key')
    // A field of staff gets no value of a student, and a number no word: the database holds both.
    await expect(at.make.ownValue(council, { student_id: other.id }, 'x')).rejects.toThrow('own_values_record_check')
    await expect(at.make.ownValue(score, { student_id: other.id }, 'x')).rejects.toThrow('own_values_kind_check')
  })

  test('that are required are asked of new records, and not taken away', async () => {
    const needed = await at.make.ownField({ name: 'Needed', is_required: true })
    const errors = { [`own.${needed}`]: ['Needed is required'] }
    expect((await admin.post('/students', student())).body.errors).toEqual(errors)
    const { id } = await made({ [needed]: 'here' })
    expect((await admin.put(`/students/${id}`, { own: { [needed]: ' ' } })).body.errors).toEqual(errors)
    expect((await admin.put(`/students/${id}`, { description: 'As before' })).status).toBe(200)
    await at.db.updateTable('own_fields').set({ status: 'inactive' }).where('id', '=', needed).execute()
    expect((await admin.post('/students', student())).status).toBe(201)
    expect((await admin.put(`/students/${id}`, { own: { [needed]: 'x' } })).body.errors).toEqual({
      [`own.${needed}`]: ['Own field does not exist'],
    })
  })

  test('go with their record, and the trail tells them', async () => {
    const { id } = await made({ [father]: 'Gone Khan', [cnic]: '99999-9999999-9' })
    expect((await admin.delete(`/students/${id}`)).status).toBe(200)
    expect(await at.db.selectFrom('own_values').selectAll().where('student_id', '=', id).execute()).toEqual([])
    const told = (await at.trailOf('student', id)).find(({ action }) => action === 'delete')
    expect(told?.changes).toMatchObject({ 'own: Father': ['Gone Khan', null], 'own: CNIC': ['••••99-9', null] })
  })

  test('that are masked are masked in the trail too, which still tells that they changed', async () => {
    const { id } = await made({ [cnic]: '11111-1111111-1' })
    await admin.put(`/students/${id}`, { own: { [cnic]: '22222-1111111-1' } })
    const rows = await at.trailOf('student', id)
    expect(rows.flatMap(({ changes }) => ('own: CNIC' in changes ? [changes['own: CNIC']] : []))).toEqual(
      expect.arrayContaining([
        [null, '••••11-1'],
        ['••••11-1', '••••11-1 (changed)'],
      ]),
    )
    expect(JSON.stringify(rows)).not.toMatch(/11111-1|22222/)
  })

  test('may be long in letters that fold to many', async () => {
    const { own } = await made({ [cnic]: 'ﷺ'.repeat(200) })
    expect(own[cnic]).toHaveLength(200)
  })
})

test('staff have theirs, written by who may edit them', async () => {
  const fields = { name: 'Dr Own', email: 'own@staff.test', department_id: medicine, designation_id: designation }
  const clerk = await at.as('clerk')
  const { status, body } = await clerk.post('/staff', { ...fields, own: { [council]: '12345-P' } })
  expect([status, body.data?.own]).toEqual([201, { [council]: '12345-P' }])
  const again = await clerk.post('/staff', { ...fields, email: 'own2@staff.test', own: { [council]: '12345-p' } })
  expect(again.body.errors).toEqual({ [`own.${council}`]: ['Council is already in use'] })
  const { id } = body.data
  const changed = await clerk.put(`/staff/${id}`, { own: { [council]: '54321-P-99' } })
  expect(changed.body.data.own).toEqual({ [council]: '54321-P-99' })
  expect(JSON.stringify(await at.trailOf('staff', id))).toContain('"own: Council":["••••","••••P-99"]')
  expect((await faculty.put(`/staff/${id}`, { own: { [council]: 'x' } })).status).toBe(403)
  expect((await admin.delete(`/staff/${id}`)).status).toBe(200)
})
