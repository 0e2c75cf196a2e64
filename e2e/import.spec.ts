import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs } from './steps.ts'

const HEADING = ['Roll Number', 'Name', 'Email', 'Batch', 'Phone']

const sheet = (lines: string[][]) => ({
  name: 'students.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((line) => line.join(',')).join('\r\n')),
})

async function choose(page: Page, rows: string[][], above: string[][] = [HEADING]): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(sheet([...above, ...rows]))
}

test('students are imported from a file whose errors are mended, and a later file changes what it names @desktop', async ({
  page,
  request,
}, { project }) => {
  const first = project.name === 'phone' ? '26901' : '26801'
  const number = (offset: number) => `MBBS-${Number(first) + offset}`
  const email = (offset: number) => `import-${Number(first) + offset}@college.test`
  const row = (offset: number, name: string, phone = '03001234567', batch = 'MBBS 2026') => [
    number(offset),
    name,
    email(offset),
    batch,
    phone,
  ]
  const admin = await apiAs(request, 'admin')
  const stored = async (offset: number) =>
    (await (await admin.get(`/students?q=${number(offset)}`)).json()).data.at(0) ?? null
  const batches = (await (await admin.get('/batches?status=active')).json()).data
  // Other journeys add batches of their own meanwhile.
  const batch = batches.findLast(({ name }: { name: string }) => /^MBBS \d{4}$/.test(name)).name

  await openAs(page, 'student-affair', '/students')
  await page.getByRole('link', { name: 'Import' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import students' })).toBeVisible()
  await expectAccessible(page)

  await choose(page, [
    row(0, 'Hina Rauf', undefined, batch),
    row(1, 'عائشہ خان', '12', batch),
    row(2, 'Omar Farooq', undefined, 'MBBS 1831'),
  ])
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await expect(page.getByText('Batch "MBBS 1831" does not exist')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d+ rows?$/ })).toHaveCount(0)
  await expectAccessible(page)
  expect(await stored(0)).toBeNull()

  // Faults are mended where they stand; what is mended, checked or not, survives a reload.
  await page.getByLabel('Phone of line 3').fill('3001234567')
  await page.getByRole('button', { name: 'Check 1 change' }).click()
  await expect(page.getByText('Please enter a valid phone number')).toHaveCount(0)
  await page.getByLabel('Batch of line 4').fill(batch)
  await page.reload()
  await expect(page.getByText('Read otherwise than in the file: 1 row changed here.')).toBeVisible()
  await expect(page.getByLabel('Batch of line 4')).toHaveValue(batch)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check 1 change' }).click()
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('Created 3, updated 0, unchanged 0')).toBeVisible()
  await expect(page.getByRole('row', { name: /Omar Farooq/ })).toContainText(email(2))
  await expectAccessible(page)
  const initial = await page
    .getByRole('row', { name: /Hina Rauf/ })
    .locator('code')
    .textContent()
  const login = await request.post('/api/login', { data: { email: email(0), password: initial } })
  expect((await login.json()).user.must_change_password).toBe(true)

  // Leaving asks first: the passwords are shown only now.
  await page.goto('/students/import')
  await choose(page, [[number(0), 'Hina Rauf Malik', '', '', ''], row(1, 'عائشہ خان', undefined, batch)])
  await expect(page.getByText('Hina Rauf Malik').first()).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(page.getByText('Created 0, updated 1, unchanged 1')).toBeVisible()
  expect(await stored(0)).toMatchObject({ name: 'Hina Rauf Malik', phone: '03001234567', user: { email: email(0) } })

  // A title above the headings is told, and days that may be read in two ways are asked about.
  await page.goto('/students/import')
  const titled = [['List of new students'], ['Roll Number', 'Date of Birth', 'Phone']]
  await choose(page, [[number(0), '03/04/2006', '3001234567']], titled)
  await expect(page.getByText('Line 2 was taken for the headings.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '3 Apr 2006 (day first)' }).click()
  await expect(page.getByText('Date of Birth: – → 3 Apr 2006')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(page.getByText('Created 0, updated 1, unchanged 0')).toBeVisible()
  expect(await stored(0)).toMatchObject({ date_of_birth: '2006-04-03', phone: '03001234567' })

  // Undone as a whole, it is as if it had never been; the page lists it.
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  const past = page.getByRole('region', { name: 'Imports of the last 14 days' }).getByRole('listitem')
  await expect(past.first()).toContainText('Undone')
  await expectAccessible(page)
  expect(await stored(0)).toMatchObject({ date_of_birth: null, phone: '03001234567' })
})

test('an administrator imports three skills, and finds them in the list @desktop', async ({ page }, { project }) => {
  const mark = `${project.name.slice(0, 1).toUpperCase()}${Date.now() % 1_000_000}`
  await openAs(page, 'admin', '/skills')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import skills' })).toBeVisible()
  await expectAccessible(page)
  const rows = ['Nasal packing', 'Ear syringing', 'Throat swab'].map((name, index) => [
    `${name} ${mark}`,
    `${mark}-${index}`,
    'Medicine',
    'Assisted',
    '4',
  ])
  await choose(page, rows, [['Name', 'Code', 'Department', 'Level', 'Year']])
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('Created 3, updated 0, unchanged 0')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to skills' }).click()
  await page.getByLabel('Search skills').fill(mark)
  await expect(page.getByRole('row', { name: new RegExp(`${mark}-`) })).toHaveCount(3)
  await expect(page.getByRole('row', { name: /Throat swab/ })).toContainText('4th Year')
})

test('a clerk’s own headings are matched by hand once, and the next file is read so @desktop', async ({
  page,
  request,
}, { project }) => {
  const number = project.name === 'phone' ? 26911 : 26811
  const admin = await apiAs(request, 'admin')
  const batch = (await (await admin.get('/batches?status=active')).json()).data.at(-1).name
  const headings = ['S. No', 'Name of Student', 'Roll #', 'E-mail ID', 'Placed in', 'Reachable at']
  const row = (offset: number, name: string) => [
    String(offset),
    name,
    `MBBS-${number + offset}`,
    `clerk-${number + offset}@college.test`,
    batch,
    '0300-1234567',
  ]
  await openAs(page, 'student-affair', '/students/import')
  await choose(page, [row(0, 'Rabia Noor'), row(1, 'Saad Ali')], [headings])
  await expect(page.getByText('The column "Placed in" was taken for Batch by what stands in it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Use "Reachable at" as').selectOption('Phone')
  await expect(page.getByLabel('Use "Reachable at" as')).toBeFocused()
  await expect(page.getByRole('row', { name: /Rabia Noor/ })).toContainText('03001234567')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('Created 2, updated 0, unchanged 0')).toBeVisible()

  await page.getByRole('link', { name: 'Back to students' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('link', { name: 'Import' }).first().click()
  await choose(page, [row(2, 'Sana Mir')], [headings])
  await expect(page.getByLabel('Use "Reachable at" as')).toHaveValue('phone')
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(page.getByText('Created 1, updated 0, unchanged 0')).toBeVisible()
  const [found] = (await (await admin.get(`/students?q=MBBS-${number + 2}`)).json()).data
  expect(found).toMatchObject({ name: 'Sana Mir', phone: '03001234567', batch: { name: batch } })
})
