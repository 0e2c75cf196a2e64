import { expect, test } from 'vitest'
import { awaitingPeople, csv, eventsOf, outcomes, preview, upload } from '../../testing/imports.ts'

// Rows that are mended where they are previewed, and not in their file.

const { admin } = await awaitingPeople()

const mended = (texts: Record<string, Record<string, string> | null>) => ({ mended: JSON.stringify(texts) })
const FILE = csv(
  'Roll No,Name,Email,Date of Birth',
  'MBBS-71001,Ali,ali71@mend.test,13.02.2004',
  'MBBS-71002,Sara,no address,12.03.2004',
  'Total,2 students,,',
)

test('mended cells are read in place of the file’s, by the same rules, and rows may be left out', async () => {
  const first = await preview(admin, 'students', FILE)
  expect(outcomes(first.rows)).toEqual(['create', 'error', 'error'])
  const texts = {
    '2': { date_of_birth: '28 Feb 2004' },
    '3': { email: 'sara71@mend.test', phone: '3001234567' },
    '4': null,
    all: { batch_id: 'mbbs 2026' },
  }
  const { rows, notes, digest } = await preview(admin, 'students', FILE, mended(texts))
  expect(rows.map(({ errors }) => errors)).toEqual([{}, {}])
  expect(rows.map(({ values }) => [values.date_of_birth, values.batch_id, values.phone])).toEqual([
    ['28 Feb 2004', 'MBBS 2026', undefined],
    ['12 Mar 2004', 'MBBS 2026', '03001234567'],
  ])
  expect(notes).toContain('Line 4 is left out.')
  // The import does what was previewed, and nothing else: the digest stands for the mended rows.
  const unmended = await admin.upload('/imports/students', upload(FILE, { digest }))
  expect(unmended.status).toBe(409)
  const answer = await admin.upload('/imports/students', upload(FILE, { digest, ...mended(texts) }))
  expect(eventsOf(answer).at(-1)).toMatchObject({ type: 'done', created: 2 })
  const { body } = await admin.get('/students?q=MBBS-71002&batch_id=')
  expect(body.data[0]).toMatchObject({
    phone: '03001234567',
    date_of_birth: '2004-03-12',
    user: { email: 'sara71@mend.test' },
  })
})

test('a text for all rows fills only cells that are empty, and one that is mended stays', async () => {
  const file = csv(
    'Roll No,Name,Email,Batch',
    'MBBS-71011,A,a71@mend.test,MBBS 2027',
    'MBBS-71012,B,b71@mend.test,',
    'MBBS-71013,C,c71@mend.test,',
  )
  const { rows } = await preview(
    admin,
    'students',
    file,
    mended({ all: { batch_id: 'MBBS 2026' }, '4': { batch_id: 'MBBS 2027' } }),
  )
  expect(rows.map(({ values }) => values.batch_id)).toEqual(['MBBS 2027', 'MBBS 2026', 'MBBS 2027'])
})

test('the preview says which field one word could fill for all rows, and the words that it takes', async () => {
  const { missing, fields } = await preview(admin, 'students', csv('Name,Email', 'Ali,a72@mend.test'))
  expect(missing.map(({ field }) => field)).toEqual(['batch_id'])
  expect(fields.find(({ field }) => field === 'batch_id')?.choices).toContain('MBBS 2026')
  expect(fields.find(({ field }) => field === 'gender')?.choices).toEqual(['Male', 'Female', 'Other'])
  expect(fields.find(({ field }) => field === 'name')?.choices).toBeUndefined()
})

test.each([
  ['no JSON', '{'],
  ['no record', '[]'],
  ['a line that is none', JSON.stringify({ x: { name: 'A' } })],
  ['a number for a text', JSON.stringify({ '2': { name: 4 } })],
  ['a text without end', JSON.stringify({ '2': { name: 'x'.repeat(5_001) } })],
  [
    'too much at once',
    JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, { name: 'x'.repeat(1_000) }]))),
  ],
  ['a line beyond the file', JSON.stringify({ '9': { name: 'A' } })],
  ['an unknown field', JSON.stringify({ '2': { user_id: '1' } })],
  ['a field of the prototype', '{"2":{"__proto__":"1","constructor":"x"}}'],
])('%s is refused on its field', async (_, text) => {
  const file = csv('Roll No,Name', 'MBBS-71021,Ali')
  const { status, body } = await admin.upload('/imports/students/preview', upload(file, { mended: text }))
  expect(status, JSON.stringify(body)).toBe(422)
  expect(Object.keys(body.errors)).toEqual(['mended'])
})

test.each(['__proto__', 'constructor', 'toString'])('a name to make for the field %s is refused', async (field) => {
  const making = JSON.stringify([{ field, name: 'New', as: null }])
  const { status, body } = await admin.upload(
    '/imports/students/preview',
    upload(csv('Roll No,Name', 'MBBS-71022,Ali'), { making }),
  )
  expect([status, body.errors]).toEqual([422, { making: [`"New" cannot be made: no names are made for ${field}`] }])
})
