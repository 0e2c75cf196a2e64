import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, imported, outcomes, preview, upload } from '../../testing/imports.ts'
import { importedId, making, undo } from '../../testing/undoing.ts'

const { at, admin, affairs, hod, medicine } = await awaitingPeople()

const departmentsNow = async (): Promise<{ id: number; name: string; type: string; status: string }[]> =>
  (await admin.get('/departments?per_page=100')).body.data
const departmentOf = async (name: string) => (await departmentsNow()).find((one) => one.name === name)
const groupsOf = async (q: string) => (await admin.get(`/groups?q=${q}`)).body.data

describe('an import of departments', () => {
  test('adds and changes them by name, with their trail, as the screen does', async () => {
    const file = csv(
      'S.No;Name of Department;Type;Status',
      '1;Eye;Academic;Active',
      '2;Stores;Non Academic;inactive',
      '3;medicine;academic;',
    ).replaceAll(';', ',')
    const { rows, ignored_columns } = await preview(affairs, 'departments', file)
    expect(outcomes(rows)).toEqual(['create', 'create', 'unchanged'])
    expect([rows[1]?.values, rows[2]?.changes, ignored_columns]).toEqual([
      { name: 'Stores', type: 'Non-Academic', status: 'Inactive' },
      {},
      ['S.No'],
    ])
    expect(await imported(affairs, 'departments', file)).toMatchObject({ created: 2, updated: 0, unchanged: 1 })
    const spelt = await preview(affairs, 'departments', csv('Name,Status', 'MEDICINE  ,inactive', 'Éye,'))
    expect(spelt.rows.map(({ changes }) => changes)).toEqual([
      { Status: ['Active', 'Inactive'] },
      { Name: ['Eye', 'Éye'] },
    ])
    const stores = await departmentOf('Stores')
    expect(stores).toMatchObject({ type: 'non-academic', status: 'inactive' })
    expect(await at.trailOf('department', stores?.id ?? 0)).toMatchObject([{ action: 'create' }])
    const again = await imported(affairs, 'departments', file)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3, import_id: null })
    expect((await departmentsNow()).find(({ id }) => id === medicine)?.name).toBe('Medicine')
  })

  test('says which would be academic without a word of the file, and reads the word for all', async () => {
    const file = csv('Department', 'Radio', 'Physio')
    const bare = await preview(admin, 'departments', file)
    expect(bare.missing).toEqual([
      { text: '2 new departments would be academic: the file has no column "Type".', field: 'type' },
    ])
    const filled = await preview(admin, 'departments', file, {
      mended: JSON.stringify({ all: { type: 'non-academic' } }),
    })
    expect([filled.missing, filled.rows[0]?.values.type]).toEqual([[], 'Non-Academic'])
  })

  test('refuses another type, a name twice, and the left-over example', async () => {
    const file = csv('Name,Type', 'Ward A,teaching', 'Ward B,Academic', 'ward  b,Academic', 'EXAMPLE (not imported),')
    const { rows, notes } = await preview(admin, 'departments', file)
    expect(rows.map(({ errors }) => errors)).toEqual([
      { type: ['Type must be one of: academic, non-academic'] },
      { name: ['Line 4 has the same name'] },
      { name: ['Line 3 has the same name'] },
    ])
    expect(notes).toEqual(['Line 5 is the example of the template. It is not imported.'])
  })

  test('is undone, unless something has come to depend on what it added', async () => {
    const id = await importedId(affairs, 'departments', csv('Name,Type', 'Skin,Academic', 'Surgery,academic'))
    const skin = await departmentOf('Skin')
    const batch = await at.make.batch({ name: 'For skin' })
    const group = await at.make.group(batch, skin?.id ?? 0, { name: 'Skin A' })
    const refused = await undo(affairs, 'departments', id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Line 2: Skin cannot be undone'),
    ])
    await admin.delete(`/groups/${group}`)
    expect((await undo(affairs, 'departments', id)).status).toBe(200)
    expect(await departmentOf('Skin')).toBeUndefined()
  })
})

describe('an import of designations', () => {
  test('adds those that are not there, and is undone', async () => {
    const file = csv('Sr,Designations', '1,Demonstrator', '2,PROFESSOR')
    const { rows } = await preview(admin, 'designations', file)
    expect([outcomes(rows), rows[1]?.changes]).toEqual([['create', 'unchanged'], {}])
    const id = await importedId(admin, 'designations', file)
    const names = async () => (await admin.get('/designations')).body.data.map((one: { name: string }) => one.name)
    expect(await names()).toEqual(expect.arrayContaining(['Demonstrator', 'Professor']))
    expect((await undo(admin, 'designations', id)).status).toBe(200)
    expect(await names()).toEqual(expect.arrayContaining(['Professor']))
    expect(await names()).not.toContain('Demonstrator')
  })
})

describe('an import of groups', () => {
  const FILE = csv(
    'Group,Batch,Department,Remarks',
    'Group A,MBBS 2026,Medicine,Ward 3',
    'Group A,MBBS 2026,Surgery,',
    'Group A,MBBS 2027,medicine,',
  )

  test('finds a group by batch, department and name', async () => {
    expect(await imported(affairs, 'groups', FILE)).toMatchObject({ created: 3, updated: 0 })
    const changed = csv('Name,Batch,Department,Status', 'GROUP  A,mbbs 2026,MEDICINE,inactive')
    const { rows } = await preview(affairs, 'groups', changed)
    expect(rows[0]?.changes).toEqual({ Name: ['Group A', 'GROUP A'], Status: ['Active', 'Inactive'] })
    const id = await importedId(affairs, 'groups', changed)
    const stored = (await groupsOf('Ward 3'))[0]
    expect(stored).toMatchObject({ name: 'GROUP A', status: 'inactive', description: 'Ward 3' })
    expect((await undo(affairs, 'groups', id)).status).toBe(200)
    expect((await groupsOf('Ward 3'))[0]).toMatchObject({ name: 'Group A', status: 'active' })
  })

  test('makes the batch and the department that it names, and takes them back with the undoing', async () => {
    const file = csv('Name,Batch,Department', 'Group Z,MBBS 2061,Dental', 'Group Y,MBBS 2061,Office')
    const { unknown } = await preview(affairs, 'groups', file)
    expect(unknown.map(({ field, name, rows }) => [field, name, rows])).toEqual([
      ['batch_id', 'MBBS 2061', 2],
      ['department_id', 'Dental', 1],
      ['department_id', 'Office', 1],
    ])
    const fields = making(
      ['batch_id', 'MBBS 2061', '1st Year'],
      ['department_id', 'Dental', 'Academic'],
      ['department_id', 'Office', 'Non-Academic'],
    )
    const { rows } = await preview(affairs, 'groups', file, fields)
    expect(rows.map(({ errors }) => errors)).toEqual([{}, { department_id: ['Department must be academic'] }])
    const good = csv('Name,Batch,Department', 'Group Z,MBBS 2061,Dental')
    const id = await importedId(affairs, 'groups', good, fields)
    expect(await groupsOf('Dental')).toMatchObject([{ name: 'Group Z', batch: { name: 'MBBS 2061' } }])
    expect((await undo(affairs, 'groups', id)).status).toBe(200)
    expect([await groupsOf('Dental'), await departmentOf('Dental')]).toEqual([[], undefined])
  })

  test('says what a group lacks, and what is wrong with its department', async () => {
    await at.make.department({ name: 'Accounts', type: 'non-academic' })
    const { rows, missing } = await preview(affairs, 'groups', csv('Name,Department', 'Group Q,Accounts'))
    expect(rows[0]?.errors).toEqual({
      batch_id: ['Batch is required'],
      department_id: ['Department must be academic'],
    })
    expect(missing).toEqual([{ text: 'The file has no column "Batch", which new groups need.', field: 'batch_id' }])
  })

  test('a caller of one department imports its groups only', async () => {
    const own = await at.as('student-affair', medicine)
    const { rows, notes } = await preview(own, 'groups', csv('Name,Batch', 'Group of own,MBBS 2026'))
    expect([outcomes(rows), notes]).toEqual([
      ['create'],
      ['Groups without a department were taken for your own, Medicine'],
    ])
    const file = csv('Name,Batch,Department', 'Group of others,MBBS 2026,Surgery')
    const foreign = await preview(own, 'groups', file)
    expect(foreign.rows[0]?.errors).toEqual({ department_id: ['You can only import groups of your own department'] })
    const run = await own.upload('/imports/groups', upload(file, { digest: foreign.digest }))
    expect([run.status, await groupsOf('others')]).toEqual([422, []])
  })

  test('a head of department imports none', async () => {
    expect((await hod.upload('/imports/groups/preview', upload(FILE))).status).toBe(403)
  })
})
