import { readFileSync } from 'node:fs'
import { type Download, expect, type Page } from '@playwright/test'
import { textOfPdf } from '../server/testing/pdf.ts'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs } from './steps.ts'

test('a student sees the own record and where each percentage comes from', async ({ page }) => {
  await openAs(page, 'student', '/student-attendance')
  await expect(page.getByRole('heading', { level: 1, name: 'Student Attendance Records' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Medicine', exact: true })).toBeVisible()
  await expect(page.getByText('present only').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'How is this counted?' }).click()
  await expect(page.getByRole('dialog').getByText(/present ÷ \d+ counted = [\d.]+%/)).toBeVisible()
  await expectAccessible(page)
})

test('paper says which department a record is of, and holds an open dialog instead of the page behind it', async ({
  page,
}) => {
  await openAs(page, 'student', '/student-attendance')
  await page.getByRole('tab', { name: 'Medicine', exact: true }).click()
  const department = page.getByText('Department: Medicine', { exact: true })
  await expect(department).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(department).toBeVisible()
  await expect(page.getByRole('tablist')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'How is this counted?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(department).toBeHidden()
  await expect(page.getByText(/present ÷ \d+ counted = [\d.]+%/)).toBeVisible()
})

async function exported(page: Page, format: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return download
}

/** Name, roll number, tasks, present, absent, leave, percentage and assessment, as the table shows them. */
async function rowsShown(page: Page): Promise<string[]> {
  const table = page.getByRole('table', { name: 'Student reports' })
  await expect(table.getByText(/present only/).first()).toBeVisible()
  return table.locator('tbody tr').evaluateAll((found) =>
    found.map((row) => {
      const [who, task, attendance, assessment] = [...row.querySelectorAll('td')]
      const counts = /(\d+) present, (\d+) absent, (\d+) leave/.exec(attendance?.innerText ?? '')?.slice(1) ?? []
      return [
        who?.querySelector('strong')?.innerText,
        /MBBS-\d+/.exec(who?.innerText ?? '')?.[0],
        /\d+\/\d+/.exec(task?.innerText ?? '')?.[0],
        ...counts,
        /\d+%|—/.exec(attendance?.innerText ?? '')?.[0],
        assessment?.innerText.at(-1),
      ].join(' | ')
    }),
  )
}

// Other journeys mark in Medicine meanwhile; nobody does in Surgery, so table and files are of one state.
test('the exported report says what the table says', { tag: '@desktop' }, async ({ page, request }) => {
  const principal = await apiAs(request, 'principal')
  const { data: departments } = await (await principal.get('/departments?type=academic')).json()
  const surgery = departments.find((one: { name: string }) => one.name === 'Surgery')
  await openAs(page, 'principal', `/reports?department_id=${surgery.id}&batch_id=2&fetched=yes`)
  const shown = await rowsShown(page)
  expect(shown.length).toBeGreaterThan(50)
  await expectAccessible(page)

  const pdf = await exported(page, /PDF/)
  expect(pdf.suggestedFilename()).toMatch(/^student-reports-\d{4}-\d\d-\d\d\.pdf$/)
  const lines = textOfPdf(readFileSync(await pdf.path()))
    .flat()
    .map(({ text }) => text)
  const printed = lines.filter((line) => / \| MBBS-\d+ \| /.test(line)).slice(0, shown.length)
  const figuresOf = (row: string) => row.slice(row.indexOf(' | '))
  expect(printed.map(figuresOf)).toEqual(shown.map(figuresOf))
  // A long name goes on in the next line.
  for (const [index, row] of printed.entries()) expect(shown[index]).toContain(row.slice(0, row.indexOf(' | ')))
  expect(lines).toContain('Department | Surgery')
  expect(lines).toContain('Status | Completed')

  const csv = readFileSync(await (await exported(page, /CSV/)).path(), 'utf8')
  const [, ...rows] = csv.trim().split('\r\n')
  const figures = rows.map((row) => {
    const [name, roll, submitted, assigned, present, absent, leave, percent, assessment] = row.split(',')
    const share = percent === '' ? '—' : `${percent}%`
    return [name, roll, `${submitted}/${assigned}`, present, absent, leave, share, assessment].join(' | ')
  })
  expect(figures.slice(0, shown.length)).toEqual(shown)
})
