import { readFileSync } from 'node:fs'
import { type Download, expect, type Page, test } from '@playwright/test'
import { textOfPdf } from '../server/testing/pdf.ts'
import { expectAccessible, signIn } from './steps.ts'

test('a student sees the own record and where each percentage comes from', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/student-attendance')
  await expect(page.getByRole('heading', { level: 1, name: 'Student Attendance Records' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Medicine', exact: true })).toBeVisible()
  await expect(page.getByText('present only').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'How is this counted?' }).click()
  await expect(page.getByRole('dialog').getByText(/present ÷ \d+ counted = \d+%/)).toBeVisible()
  await expectAccessible(page)
})

async function exported(page: Page, format: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return download
}

/** Name, roll number, tasks, percentage and assessment, as the table shows them. */
async function rowsShown(page: Page): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'Student reports' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  return rows.evaluateAll((found) =>
    found.map((row) => {
      const [who, task, attendance, assessment] = [...row.querySelectorAll('td, th')] as HTMLElement[]
      const roll = /MBBS-\d+/.exec(who?.innerText ?? '')?.[0] ?? ''
      const name = who?.querySelector('strong')?.innerText
      const percent = /\d+%/.exec(attendance?.innerText ?? '')?.[0]
      return [name, roll, task?.innerText.match(/\d+\/\d+/)?.[0], percent, assessment?.innerText.at(-1)].join(' | ')
    }),
  )
}

test('the exported report says what the table says', async ({ page }) => {
  await signIn(page, 'principal')
  await page.goto('/reports?department_id=1&batch_id=2&fetched=yes')
  const shown = await rowsShown(page)
  expect(shown.length).toBeGreaterThan(50)
  await expectAccessible(page)

  const pdf = await exported(page, /PDF/)
  expect(pdf.suggestedFilename()).toMatch(/^student-reports-\d{4}-\d\d-\d\d\.pdf$/)
  const lines = textOfPdf(readFileSync(await pdf.path()))
    .flat()
    .map(({ text }) => text)
  expect(lines.filter((line) => / \| MBBS-\d+ \| /.test(line)).slice(0, shown.length)).toEqual(shown)
  expect(lines).toContain('Department | Medicine')
  expect(lines).toContain('Status | Completed')

  const csv = readFileSync(await (await exported(page, /CSV/)).path(), 'utf8')
  const [, ...rows] = csv.trim().split('\r\n')
  const figures = rows.map((row) => {
    const [name, roll, submitted, assigned, , , , percent, assessment] = row.split(',')
    return [name, roll, `${submitted}/${assigned}`, percent, assessment].join(' | ')
  })
  expect(figures.slice(0, shown.length)).toEqual(shown)
})
