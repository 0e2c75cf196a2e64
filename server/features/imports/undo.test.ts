import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PastImport } from '../../../shared/contract/imports.ts'
import { awaitingPeople, csv } from '../../testing/imports.ts'
import { importedId, making, undo, writtenState } from '../../testing/undoing.ts'
import { sweepImports } from './history.writes.ts'

const { at, admin, affairs } = await awaitingPeople()
const medicine: { id: number } = (await admin.get('/departments?q=Medicine')).body.data[0]
const inMedicine = `group:${medicine.id}`

const studentOf = async (rollNo: string) => (await admin.get(`/students?q=${rollNo}`)).body.data[0]

describe('an import that is undone', () => {
  test('leaves students, groups, links and made names as they were, bit by bit', async () => {
    await importedId(
      affairs,
      'students',
      csv(
        `Roll No,Name,Email,Batch,Phone,Medicine Group`,
        'MBBS-81001,Ali,ali@undo.test,MBBS 2026,03001234567,Old',
        'MBBS-81002,Sara,sara@undo.test,MBBS 2026,,Old',
        'MBBS-81003,Omar,omar@undo.test,MBBS 2026,,Old',
      ),
      making([inMedicine, 'Old', 'MBBS 2026']),
    )
    const before = await writtenState(at)
    const id = await importedId(
      affairs,
      'students',
      csv(
        `Roll No,Name,Email,Batch,Phone,Status,Medicine Group`,
        'MBBS-81001,Ali Raza,ali.raza@undo.test,MBBS 2051,03007654321,on leave,New',
        'MBBS-81002,Sara,sara@undo.test,,,,Other',
        'MBBS-81003,Omar,omar@undo.test,MBBS 2027,,,',
        'MBBS-81004,Zara,zara@undo.test,MBBS 2051,,,New',
      ),
      making(
        ['batch_id', 'MBBS 2051', '1st Year'],
        [inMedicine, 'New', 'MBBS 2051'],
        [inMedicine, 'Other', 'MBBS 2026'],
      ),
    )
    expect(await writtenState(at)).not.toEqual(before)
    const [listed]: PastImport[] = (await affairs.get('/imports/students/recent')).body.data
    expect(listed).toMatchObject({ id, file_name: 'people.csv', created: 1, updated: 3, unchanged: 0, undone_at: null })

    const { status, body } = await undo(affairs, 'students', id)
    expect([status, body.data?.undone_by, body.message]).toEqual([200, listed?.imported_by, undefined])
    expect(await writtenState(at)).toEqual(before)
    const again = await undo(affairs, 'students', id)
    expect([again.status, again.body.message]).toEqual([409, 'This import was undone already.'])
    const ali = await studentOf('MBBS-81001')
    const trail = (await at.trailOf('student', ali.id)).map(({ changes }: { changes: object }) => changes)
    expect(trail).toContainEqual({ batch: ['MBBS 2051', 'MBBS 2026'] })
    expect(trail).toContainEqual({ group: ['New', 'Old'] })
    expect(await at.count('import_rows')).toBe(3 + 1)
  })
})

describe('an import of', () => {
  test('staff with made names is undone, values, role and all', async () => {
    const heading = 'Name,Email,Department,Designation,Role,Phone,Date of Joining'
    await importedId(admin, 'staff', csv(heading, 'Dr Noor,noor@undo.test,Medicine,Professor,faculty,,2020-01-02'))
    const before = await writtenState(at)
    const id = await importedId(
      admin,
      'staff',
      csv(
        heading,
        'Dr Noor Ali,noor@undo.test,Dermatology,Dean,hod,03001234567,2021-01-02',
        'Dr Saad,saad@undo.test,Dermatology,Professor,clerk,,',
      ),
      making(['department_id', 'Dermatology', 'Academic'], ['designation_id', 'Dean', null]),
    )
    expect((await undo(admin, 'staff', id)).status).toBe(200)
    expect(await writtenState(at)).toEqual(before)
  })

  test('skills is undone', async () => {
    const heading = 'Name,Code,Department,Level,Year'
    await importedId(admin, 'skills', csv(heading, 'Lumbar tap,LT,Medicine,Assisted,4'))
    const before = await writtenState(at)
    const file = csv(heading, 'Lumbar puncture,LT,Medicine,Independent,5', 'Pleural tap,PT,Medicine,,')
    const id = await importedId(admin, 'skills', file)
    expect((await undo(admin, 'skills', id)).status).toBe(200)
    expect(await writtenState(at)).toEqual(before)
    // Its names are free again.
    await importedId(admin, 'skills', file)
  })
})

test('what was changed since and says again what the import wrote stands in nobody’s way', async () => {
  const own = await at.make.ownField({ name: 'Locker' })
  const heading = 'Roll No,Name,Email,Batch,Phone,Locker'
  await importedId(affairs, 'students', csv(heading, 'MBBS-81040,Ali,back@undo.test,MBBS 2026,,A1'))
  const before = await writtenState(at)
  const file = csv(heading, 'MBBS-81040,Ali,back@undo.test,,03001234567,A2', 'MBBS-81041,New,,MBBS 2026,,')
  const id = await importedId(affairs, 'students', file)
  const changing = [await studentOf('MBBS-81040'), await studentOf('MBBS-81041')]
  for (const [field, there, back] of [
    ['phone', '03007654321', '03001234567'],
    ['own', { [own]: 'A3' }, { [own]: 'A2' }],
    ['description', 'x', null],
  ] as const) {
    await admin.put(`/students/${changing[0].id}`, { [field]: there })
    expect((await undo(affairs, 'students', id)).body.message, field).toMatch(/Line 2: Ali was changed since\.$/)
    await admin.put(`/students/${changing[0].id}`, { [field]: back })
  }
  await admin.put(`/students/${changing[1].id}`, { phone: '03001112223' })
  expect((await undo(affairs, 'students', id)).status).toBe(409)
  await admin.put(`/students/${changing[1].id}`, { phone: null })
  // The name stands in the account.
  await admin.put(`/students/${changing[1].id}`, { name: 'Renamed' })
  expect((await undo(affairs, 'students', id)).body.message).toMatch(/Line 3: New was changed since\.$/)
  await admin.put(`/students/${changing[1].id}`, { name: 'New' })
  const { status, body } = await undo(affairs, 'students', id)
  expect([status, body.message]).toEqual([200, undefined])
  expect(await writtenState(at)).toEqual(before)
})

test('who was there before and has signed in gets the former email back', async () => {
  await importedId(affairs, 'students', csv('Roll No,Name,Email,Batch', 'MBBS-81020,Ali,a@mail.test,MBBS 2026'))
  const { user_id } = await studentOf('MBBS-81020')
  await at.db.updateTable('users').set({ signed_in_at: new Date() }).where('id', '=', user_id).execute()
  const id = await importedId(affairs, 'students', csv('Roll No,Email', 'MBBS-81020,b@mail.test'))
  // Only who was added may not have signed in.
  expect((await undo(affairs, 'students', id)).status).toBe(200)
  expect((await studentOf('MBBS-81020')).user.email).toBe('a@mail.test')
})

test('what an import keeps of a person is removed after the person', async () => {
  const file = csv('Roll No,Name,Email,Batch', 'MBBS-81030,Gone,gone@undo.test,MBBS 2026')
  const id = await importedId(affairs, 'students', file)
  const kept = () => at.db.selectFrom('import_rows').select('name').where('import_id', '=', id).execute()
  await sweepImports(at.db)
  expect(await kept()).toEqual([{ name: 'Gone' }])
  await admin.delete(`/students/${(await studentOf('MBBS-81030')).id}`)
  await sweepImports(at.db)
  expect(await kept()).toEqual([])
})

test('what is no longer to be undone is forgotten', async () => {
  await sql`update imports set imported_at = imported_at - interval '13 days'`.execute(at.db)
  await sweepImports(at.db)
  expect(await at.count('imports')).toBeGreaterThan(0)
  await sql`update imports set imported_at = imported_at - interval '2 days'`.execute(at.db)
  expect((await admin.get('/imports/students/recent')).body.data).toEqual([])
  await sweepImports(at.db)
  expect([await at.count('imports'), await at.count('import_rows')]).toEqual([0, 0])
})
