import { beforeAll, describe, expect, test } from 'vitest'
import type { RoleName } from '../../../shared/permissions.ts'
import { furnished } from '../../testing/college.ts'

// The readers of values are copied from docs/domain.md, "Own fields".
const { at, admin, medicine } = await furnished()
const batch = await at.make.batch()

const CNIC = '35202-7654321-9'
const MASKED = '••••21-9'
const open = await at.make.ownField({ name: 'Open' })
const inner = await at.make.ownField({ name: 'Inner', seen_by: 'staff' })
const kept = await at.make.ownField({ name: 'Kept', seen_by: 'editors' })
const cnic = await at.make.ownField({ name: 'CNIC', is_unique: true, is_masked: true })

const { id, userId } = await at.make.student(batch)
const other = await at.make.student(batch)
const values = { [open]: 'openword', [inner]: 'innerword', [kept]: 'keptword', [cnic]: CNIC }
const own = await at.of(userId)

beforeAll(async () => {
  for (const [field, value] of Object.entries(values)) await at.make.ownValue(Number(field), { student_id: id }, value)
})

const seenBy: [RoleName, Record<string, string>][] = [
  ['admin', values],
  ['student-affair', values],
  ...(['principal', 'hod', 'faculty', 'clerk'] as const).map((role): [RoleName, Record<string, string>] => [
    role,
    { [open]: 'openword', [inner]: 'innerword', [cnic]: MASKED },
  ]),
]

describe.each(seenBy)('of a student, %s', (role, shown) => {
  const words = Object.values(shown).filter((value) => !value.startsWith('•'))

  test('is shown so much in record and list', async () => {
    const caller = await at.as(role)
    expect((await caller.get(`/students/${id}`)).body.data.own).toEqual(shown)
    const { body } = await caller.get(`/students?batch_id=${batch}`)
    expect(body.data.find((row: { id: number }) => row.id === id).own).toEqual(shown)
    expect(body.data.find((row: { id: number }) => row.id === other.id)).not.toHaveProperty('own')
  })

  test('finds the record by what is shown whole, and by nothing else', async () => {
    const caller = await at.as(role)
    const total = async (q: string) => (await caller.get(`/students?q=${encodeURIComponent(q)}`)).body.meta.total
    for (const value of Object.values(values))
      expect([value, await total(value)]).toEqual([value, words.includes(value) ? 1 : 0])
    // Not by what is left of a masked one either, which would tell the rest letter by letter.
    for (const part of ['35202', '7654321', '21-9', '1-9']) expect(await total(part)).toBe(words.includes(CNIC) ? 1 : 0)
    const { body } = await caller.get(`/student-batches/batch/${batch}?q=7654321`)
    expect(body.meta.total).toBe(words.includes(CNIC) ? 1 : 0)
  })

  test('gets so much in an export', async () => {
    const { raw } = await (await at.as(role)).get(`/students/export?batch_id=${batch}`)
    const text = raw.toString()
    const lines = text.split('\r\n')
    const heading = Object.keys(shown).map(
      (field) => ({ [open]: 'Open', [inner]: 'Inner', [kept]: 'Kept', [cnic]: 'CNIC' })[field],
    )
    expect(lines[0]?.endsWith(`,Description,${heading.join(',')}`), lines[0]).toBe(true)
    expect(text).toContain(Object.values(shown).join(','))
    expect(text.includes(CNIC)).toBe(words.includes(CNIC))
    expect(text.includes('keptword')).toBe(words.includes('keptword'))
  })
})

test('a student sees of the own record what readers see, whole, also in the own data', async () => {
  const shown = { [open]: 'openword', [cnic]: CNIC }
  expect((await own.get(`/students/${id}`)).body.data.own).toEqual(shown)
  expect((await own.get('/students?q=openword')).body.meta.total).toBe(1)
  for (const q of ['innerword', 'keptword', CNIC, '21-9'])
    expect((await own.get(`/students?q=${q}`)).body.meta.total, q).toBe(0)
  const { body } = await own.get(`/users/${userId}/personal-data`)
  expect(body.student.own_fields).toEqual([
    { name: 'Open', value: 'openword' },
    { name: 'CNIC', value: CNIC },
  ])
  expect(JSON.stringify(body)).not.toMatch(/innerword|keptword/)
  const start = JSON.stringify((await own.get('/start')).body)
  expect(start).not.toMatch(/innerword|keptword|35202/)
})

test('who may not edit a person who holds more roles sees the masked value masked', async () => {
  await at.make.giveRole(userId, 'faculty')
  try {
    const affairs = await at.as('student-affair')
    expect((await affairs.get(`/students/${id}`)).body.data.own).toEqual({
      [open]: 'openword',
      [inner]: 'innerword',
      [cnic]: MASKED,
    })
    for (const q of [CNIC, 'keptword']) expect((await affairs.get(`/students?q=${q}`)).body.meta.total, q).toBe(0)
    expect((await admin.get(`/students?q=${CNIC}`)).body.meta.total).toBe(1)
  } finally {
    await at.db
      .deleteFrom('user_roles')
      .where('user_id', '=', userId)
      .where('role_id', 'in', (eb) => eb.selectFrom('roles').select('id').where('name', '=', 'faculty'))
      .execute()
  }
})

describe('of staff', async () => {
  const council = await at.make.ownField({ entity: 'staff', name: 'Council', is_masked: true })
  const note = await at.make.ownField({ entity: 'staff', name: 'Note', seen_by: 'editors' })
  const teacher = await at.make.person('faculty', medicine)
  const head = await at.make.person('principal', medicine)
  const staffOf = async (user: number) =>
    (await at.db.selectFrom('staff').select('id').where('user_id', '=', user).executeTakeFirstOrThrow()).id
  const [ofTeacher, ofHead] = [await staffOf(teacher), await staffOf(head)]
  for (const [person, n] of [
    [ofTeacher, '1'],
    [ofHead, '2'],
  ] as const) {
    await at.make.ownValue(council, { staff_id: person }, `PMDC-00000${n}-P`)
    await at.make.ownValue(note, { staff_id: person }, `notefor${n}`)
  }
  const whole = (n: string) => ({ [council]: `PMDC-00000${n}-P`, [note]: `notefor${n}` })
  const little = (n: string) => ({ [council]: `••••0${n}-P` })
  const told = async (role: RoleName, person: number) =>
    (await (await at.as(role)).get(`/staff/${person}`)).body.data.own

  test('values are whole to who may edit that person', async () => {
    for (const role of ['admin', 'hod', 'clerk'] as const) expect(await told(role, ofTeacher), role).toEqual(whole('1'))
    for (const role of ['principal', 'faculty', 'student-affair'] as const)
      expect(await told(role, ofTeacher), role).toEqual(little('1'))
    expect(await told('admin', ofHead)).toEqual(whole('2'))
    for (const role of ['hod', 'clerk'] as const) expect(await told(role, ofHead), role).toEqual(little('2'))
  })

  test('they are found and exported as they are shown', async () => {
    const clerk = await at.as('clerk')
    const total = async (q: string) => (await clerk.get(`/staff?q=${q}`)).body.meta.total
    expect([await total('PMDC-000001'), await total('notefor1')]).toEqual([1, 1])
    expect([await total('PMDC-000002'), await total('notefor2'), await total('02-P')]).toEqual([0, 0, 0])
    const text = (await clerk.get('/staff/export')).raw.toString()
    expect(text).toContain('PMDC-000001-P,notefor1')
    expect(text).toContain('••••02-P')
    expect(text).not.toMatch(/PMDC-000002|notefor2/)
  })

  test('a person sees the own ones whole, and those for editors not at all; students see none', async () => {
    const { body } = await (await at.of(head)).get(`/users/${head}/personal-data`)
    expect(body.staff.own_fields).toEqual([{ name: 'Council', value: 'PMDC-000002-P' }])
    const { body: start } = await (await at.of(head)).get('/staff/current-user')
    expect(start.data.own).toEqual({ [council]: 'PMDC-000002-P' })
    for (const path of [`/staff/${ofTeacher}`, '/staff'])
      expect(JSON.stringify((await own.get(path)).body)).not.toMatch(/"own"|-P|notefor/)
    for (const q of ['PMDC', 'notefor']) expect((await own.get(`/staff?q=${q}`)).body.meta.total).toBe(0)
  })
})
