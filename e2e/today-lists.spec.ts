import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, signIn } from './steps.ts'

const card = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^Today/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .first()

const openFilters = (page: Page) => page.getByRole('button', { name: 'Filters' }).click()

test('a clerk goes to all registers not taken, takes one of them, and lets the list go', async ({ page }) => {
  await signIn(page, 'clerk')
  await card(page, 'Registers not taken').getByRole('link', { name: /^All/ }).click()
  await expect(page.getByText('Show: Registers not taken')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Attendance sessions' }).locator('tbody tr')
  await expect(rows.first()).toContainText(/Group \w, MBBS \d{4}/)
  await expectAccessible(page)
  await rows.first().getByRole('button', { name: 'Take Attendance' }).click()
  await expect(page.getByRole('dialog', { name: 'Take Attendance' }).getByRole('listitem').first()).toBeVisible()
  await page.goBack()
  await openFilters(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear Show' }).click()
  await expect(page.getByText('Select All Required Fields')).toBeVisible()
  await expect(page).toHaveURL(/\/attendance$/)
})

// Other journeys mark and grade in Medicine meanwhile.
test('a principal finds behind each line as many as it says', async ({ page }) => {
  await signIn(page, 'principal')
  const below = card(page, 'Attendance below the minimum')
    .getByRole('link')
    .filter({ hasNotText: /^Medicine/ })
    .first()
  const told = Number((await below.innerText()).match(/(\d+)$/)?.[1])
  expect(told).toBeGreaterThan(0)
  await below.click()
  await expect(page.getByText(`${told} student${told === 1 ? '' : 's'} below the minimum`)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Show: Attendance below the minimum')).toBeVisible()

  await page.goto('/dashboard')
  const ungraded = card(page, 'Work ungraded for over 14 days')
    .getByRole('link')
    .filter({ hasNotText: /^(Medicine|All)/ })
    .first()
  const work = Number((await ungraded.innerText()).match(/(\d+)\s· oldest/)?.[1])
  await ungraded.click()
  await expect(page.getByText('Show: With work ungraded for over 14 days')).toBeVisible()
  const waiting = page.getByText(/^\d+ (of \d+ )?to grade.*, oldest of/)
  await expect(waiting.first()).toBeVisible()
  const counts = await waiting.evaluateAll((all) =>
    all.map(({ textContent }) => Number.parseInt(textContent ?? '', 10)),
  )
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(work)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'View Submissions' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'View Student Submissions' })
  await expect(dialog.getByRole('button', { name: /^Not graded/ })).toHaveAttribute('aria-pressed', 'true')
})

test('student affairs sees who is without a group, and goes to the groups of the batch', async ({ page }) => {
  await signIn(page, 'student-affair')
  await card(page, 'Students without batch or group')
    .getByRole('link', { name: /without a group/ })
    .first()
    .click()
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveValue('unplaced')
  await expect(page.getByRole('table', { name: 'Students' }).locator('tbody tr').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Groups of the Batch' }).click()
  await expect(page.getByRole('list', { name: 'Groups' }).getByRole('listitem').first()).toBeVisible()
})

test('a student hands in from the list of all that is due', async ({ page }) => {
  await signIn(page, 'student')
  await card(page, 'Tasks to hand in').getByRole('link', { name: /^All/ }).click()
  const first = page.getByRole('table', { name: 'Tasks' }).locator('tbody tr').first()
  await expect(first).toContainText('Overdue')
  await first.getByRole('button', { name: 'Submit Task' }).click()
  await expect(page.getByRole('dialog', { name: 'Submit Task Work' })).toBeVisible()
})
