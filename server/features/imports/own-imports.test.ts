import { expect, test } from 'vitest'
import { awaitingPeople, csv, errorsOf, imported, preview } from '../../testing/imports.ts'

const { at, admin, hod, medicine } = await awaitingPeople()

const house = await at.make.ownField({ name: 'House', kind: 'choice', options: ['Iqbal', 'Jinnah'] })
const cnic = await at.make.ownField({ name: 'CNIC', is_unique: true, is_masked: true })
const score = await at.make.ownField({ name: 'Score', kind: 'number' })
const left = await at.make.ownField({ name: 'Left School', kind: 'day' })
const mobile = await at.make.ownField({ name: 'Mobile' })
await at.make.ownField({ name: 'Former', status: 'inactive' })
const council = await at.make.ownField({ entity: 'staff', name: 'Council', is_masked: true })

const HEADING = 'Name,Email,house,CNIC,Score,left school,Former'
const student = async (q: string) => (await admin.get(`/students?q=${q}`)).body.data[0]

test('own fields are columns by their names: read, checked, shown, written and changed', async () => {
  const file = csv(HEADING, 'Own One,one@own.test,JINNAH,35202-1,007.50,30-Jun-2021,x')
  const { rows, fields, ignored_columns } = await preview(admin, 'students', file)
  expect(fields.map(({ heading }) => heading).join()).toContain('House,CNIC,Score,Left School,Mobile')
  expect(ignored_columns).toEqual(['Former'])
  expect(rows[0]).toMatchObject({
    outcome: 'create',
    values: { [`own.${house}`]: 'Jinnah', [`own.${score}`]: '7.5', [`own.${left}`]: '30 Jun 2021' },
  })
  await imported(admin, 'students', file)
  expect((await student('one@own.test')).own).toEqual({
    [house]: 'Jinnah',
    [cnic]: '35202-1',
    [score]: '7.5',
    [left]: '2021-06-30',
  })
  const again = await preview(admin, 'students', file)
  expect(again.rows[0]?.outcome).toBe('unchanged')
  const change = csv('Email,House,CNIC', 'one@own.test,Iqbal,')
  expect((await preview(admin, 'students', change)).rows[0]?.changes).toEqual({ House: ['Jinnah', 'Iqbal'] })
  await imported(admin, 'students', change)
  expect((await student('one@own.test')).own).toMatchObject({ [house]: 'Iqbal', [cnic]: '35202-1' })
})

test('a heading that is also another word for a common field means the own one', async () => {
  const { columns } = await preview(admin, 'students', csv('Name,Email,Mobile', 'M,m@own.test,0300'))
  expect(columns).toMatchObject({ [`own.${mobile}`]: 'Mobile' })
  expect(columns).not.toHaveProperty('phone')
})

test('a heading that says nearly the name of one own field means it, where no other column fits equally well', async () => {
  const father = await at.make.ownField({ name: 'Father' })
  const pmdc = await at.make.ownField({ name: 'PMDC Reg. No.' })
  const used = async (...headings: string[]) => {
    const row = ['M,m@own.test', ...headings.map(() => 'x')].join(',')
    const { file_columns } = await preview(admin, 'students', csv(['Name', 'Email', ...headings].join(','), row))
    return file_columns.slice(2).map(({ field, asks }) => field ?? asks)
  }
  const own = (id: number) => `own.${id}`
  for (const heading of ["Father's Name", 'Father Name', 'FATHER’S NAME', 'Name of Father', 'Fathers', 'FatherName'])
    expect(await used(heading), heading).toEqual([own(father)])
  expect(await used('PMDC Reg Number', 'House Name', 'CNIC #')).toEqual([own(pmdc), own(house), own(cnic)])
  expect(await used('Father Email', 'Former Name', 'Mother Name', 'Batch Number')).toEqual([null, null, null, null])
  expect(await used('Father Name', "Father's No")).toEqual([own(father), own(father)])
  const named = await at.make.ownField({ name: 'Father Name' })
  expect(await used("Father's Name", 'Father')).toEqual([own(named), own(father)])
  await at.make.ownField({ name: 'Batch No' })
  expect(await used('Father No', 'Batch Number')).toEqual([null, null])
  const made = [father, named, pmdc]
  await at.db.updateTable('own_fields').set({ status: 'inactive' }).where('id', 'in', made).execute()
  await at.db.updateTable('own_fields').set({ status: 'inactive' }).where('name', '=', 'Batch No').execute()
})

test('wrong values are errors of their columns, also what another record or row has', async () => {
  await imported(admin, 'students', csv('Name,Email,CNIC', 'Held,held@own.test,HELD-1'))
  expect(
    await errorsOf(
      admin,
      'students',
      HEADING,
      'A,a@own.test,Liaquat,held-1,many,2021-02-30,',
      'B,b@own.test,,TWIN,,,',
      'C,c@own.test,,twin,,,',
    ),
  ).toEqual([
    {
      [`own.${house}`]: ['House must be one of: Iqbal, Jinnah'],
      [`own.${cnic}`]: ['CNIC is already in use'],
      [`own.${score}`]: ['Score must be a number, such as 12 or 12.5'],
      [`own.${left}`]: expect.any(Array),
    },
    { [`own.${cnic}`]: ['Line 4 has the same CNIC'] },
    { [`own.${cnic}`]: ['Line 3 has the same CNIC'] },
  ])
  // The own value is nobody else's.
  expect(await errorsOf(admin, 'students', HEADING, 'Held,held@own.test,Iqbal,held-1,,,')).toEqual([{}])
})

test('required ones are asked of new rows, and the preview says that the file lacks them', async () => {
  const needed = await at.make.ownField({ name: 'Needed', is_required: true })
  const file = csv('Name,Email', 'New,new@own.test', 'Held,held@own.test')
  const { rows, missing } = await preview(admin, 'students', file)
  expect(rows.map(({ errors }) => errors)).toEqual([{ [`own.${needed}`]: ['Needed is required'] }, {}])
  expect(missing.map(({ text }) => text)).toContain('The file has no column "Needed", which new students need.')
  await at.db.updateTable('own_fields').set({ status: 'inactive' }).where('id', '=', needed).execute()
})

test('a sender who may not change a person is not told by the outcome what is stored', async () => {
  const principal = await at.make.person('principal', medicine)
  await at.db.updateTable('users').set({ email: 'p@own.test' }).where('id', '=', principal).execute()
  const { id } = await at.db.selectFrom('staff').select('id').where('user_id', '=', principal).executeTakeFirstOrThrow()
  await at.make.ownValue(council, { staff_id: id }, 'PMDC-1')
  for (const guess of ['PMDC-1', 'PMDC-2'])
    expect((await preview(hod, 'staff', csv('Email,Council', `p@own.test,${guess}`))).rows[0]).toMatchObject({
      outcome: 'error',
      changes: {},
      errors: { email: ['You are not allowed to change this person'] },
    })
  expect((await preview(admin, 'staff', csv('Email,Council', 'p@own.test,PMDC-1'))).rows[0]?.outcome).toBe('unchanged')
})

test('the template has a column for each, and says what it takes', async () => {
  const text = (await admin.get('/imports/students/template')).raw.toString()
  expect(text.trim().endsWith('Description,House,CNIC,Score,Left School,Mobile')).toBe(true)
  expect((await admin.get('/imports/students/template?format=xlsx')).status).toBe(200)
})
