import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, signIn } from './steps.ts'

/** The browser's own viewers that are shown now. */
const viewersIn = (page: Page) => page.frames().filter((frame) => frame.url().startsWith('chrome-extension:')).length

test('the work of each student stands beside the marks, in the browser’s own viewer @desktop', async ({ page }) => {
  await signIn(page, 'hod')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Work to grade' }) })
  await card.first().getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'View Student Submissions' })
  await expect(dialog.getByRole('list', { name: 'Students' })).toBeVisible()
  const button = dialog.getByRole('button', { name: 'Work beside' })
  if (!(await page.evaluate(() => navigator.pdfViewerEnabled))) return await expect(button).toHaveCount(0)
  await button.click()
  const work = dialog.getByRole('region', { name: 'Work beside the marks' })
  await expect.poll(() => viewersIn(page)).toBe(1)
  const first = await work.locator('object').getAttribute('aria-label')
  await dialog.locator('[data-marks]').first().focus()
  await page.keyboard.press('Control+Enter')
  await expect(work.locator('object')).not.toHaveAttribute('aria-label', first ?? '')
  await expect.poll(() => viewersIn(page)).toBe(1)
  await expectAccessible(page)
})
