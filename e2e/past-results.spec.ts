import { expect } from '@playwright/test'
import { newAssessment } from './assessed.ts'
import { test } from './journey.ts'
import { expectAccessible, openAs } from './steps.ts'

test('marks of last year, a column for each test, are imported, looked at and taken back @daily-desktop', async ({
  page,
  request,
}, { project }) => {
  const mark = `${project.name} ${Date.now() % 1_000_000}`
  const college = await newAssessment(request, `Beside ${mark}`)
  const students = (await college.rows()).slice(0, 2).map(({ student }) => student)
  const title = `Spotting ${mark}`
  const lines = [
    'Ward marks of last year',
    ['S.No', 'Roll No', 'Name', title, `Beside ${mark}`].join(';'),
    ';;Max marks;25;20',
    ...students.map(({ roll_no, name }, at) => [at + 1, roll_no, name, at === 0 ? 'AB' : '17.5', 12 + at].join(';')),
  ]
  await openAs(page, 'faculty', '/assessment')
  await page.getByRole('link', { name: 'Import past results' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import past results' })).toBeVisible()
  await expectAccessible(page)
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.locator('input[type="file"]').setInputFiles({ name: `ward ${mark}.csv`, mimeType: 'text/csv', buffer })
  await expect(page.getByText('Line 3 was taken for the maximum marks of each column.')).toBeVisible()
  await expect(page.getByLabel(`Use "${title}" as`)).toHaveValue('of:3')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Make it with the import' }).click()
  await page.getByLabel('Type for all rows without one').fill('Theory')
  await page.getByRole('button', { name: 'Check 1 change' }).click()
  await expect(page.getByText(`Made with the import: assessment ${title} of Medicine.`)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(students[0]?.name ?? '') })).toContainText('Absent')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows: created 4 marks, updated 0, unchanged 0')).toBeVisible()
  await expect(page.getByText(`Made with it: assessment ${title}.`)).toBeVisible()
  expect(await college.status()).toBe('evaluated')

  await page.goto(`${college.list}&tab=assessments`)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('25.00')
  await row.getByRole('button', { name: 'Update Results' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: `Marks of ${students[1]?.name}` })).toHaveValue(
    '17.5',
  )

  await page.goto('/assessment/import')
  await page
    .getByRole('button', { name: `Undo ward ${mark}.csv` })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  expect(await college.status()).toBe('active')
  await page.goto(`${college.list}&tab=assessments`)
  await expect(page.getByText(`Beside ${mark}`).first()).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
})

test('registers of a former system are imported, and taken back @phone', async ({ page, request }, { project }) => {
  const mark = `${project.name} ${Date.now() % 1_000_000}`
  // A register has everybody who was in the group.
  const students = (await (await newAssessment(request, `Register ${mark}`)).rows()).map(({ student }) => student)
  const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
  // Nobody has a session so early.
  const at = `${day},05:00,05:30`
  const lines = [
    'Roll No,Name,Day,Start,End,Status',
    ...students.map(({ roll_no, name }, index) => `${roll_no},${name},${at},${index === 0 ? 'Ab' : 'P'}`),
  ]
  const count = students.length
  await openAs(page, 'faculty', '/attendance')
  await page.getByRole('link', { name: 'Import past attendance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import past attendance' })).toBeVisible()
  const buffer = Buffer.from(lines.join('\n'))
  await page.locator('input[type="file"]').setInputFiles({ name: `register ${mark}.csv`, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Make it with the import' }).click()
  await expect(page.getByText('Made with the import: sessions of')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(students[0]?.name ?? '') })).toContainText('Absent')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Import ${count} rows` }).click()
  await expect(page.getByText(`${count} rows: created ${count} entries, updated 0, unchanged 0`)).toBeVisible()
  await page.goto('/attendance/import')
  await page
    .getByRole('button', { name: `Undo register ${mark}.csv` })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
})
