import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, openAs } from './steps.ts'

test('a student sees how many performances of a task count, and goes on to log the next one', async ({ page }) => {
  await openAs(page, 'student', '/tasks?only=due')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Log one' }) })
  await expect(row.first().getByText(/^\d+ of \d+/)).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  const name = (await row.first().getByRole('rowheader').locator('div[id^="task-"]').textContent()) ?? ''
  await row.first().getByRole('link', { name: 'Log one' }).click()
  await expect(page).toHaveURL(/\/logbook\?modal=log&id=\d+/)
  const chosen = page.getByRole('dialog').getByLabel('Skill').locator('option:checked')
  await expect(chosen).toContainText(name)
})
