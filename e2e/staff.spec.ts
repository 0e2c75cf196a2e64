import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, openAs } from './steps.ts'

test('staff are compared in a table once that is chosen, with its headings in sight, and so at the next visit', async ({
  page,
}) => {
  await openAs(page, 'admin', '/staff')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cards' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Table' }).click()
  const rows = page.getByRole('table', { name: 'Staff' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()

  await page.getByLabel('Search staff').fill('head of department')
  await expect(page).toHaveURL(/q=head\+of\+department/)
  await expect(rows.nth(1)).toContainText('Head of department')
  await expectAccessible(page)
  await expectReadableInTheDark(page)

  await page.goto('/staff')
  await expect(rows.nth(20)).toBeVisible()
  await rows.nth(20).scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, 1500))
  const heading = page.getByRole('columnheader', { name: 'Designation' })
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  if (!isPhone) await expect(heading).toBeInViewport()

  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name: 'Cards' }).click()
  await page.goto('/staff')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('a form writes the chosen day out beside the browser’s own way', async ({ page }) => {
  await openAs(page, 'admin', '/attendance?modal=add')
  const day = page.getByRole('dialog').getByLabel('Activity Date')
  await day.fill('2026-11-26')
  await expect(day).toHaveAccessibleDescription('Thu 26 Nov 2026')
  await expect(page.getByText('Thu 26 Nov 2026')).toBeVisible()
  await expect(day).toHaveValue('2026-11-26')
})
