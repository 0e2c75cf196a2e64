import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, signIn } from './steps.ts'

test('an administrator reads why a job failed, which is no failure of the day where mail is not set up; others do not get there', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const row = page
    .getByRole('table', { name: 'Failed jobs' })
    .getByRole('row')
    .filter({ hasText: 'Mail: an incident case was assigned' })
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toHaveCount(0)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(row).toContainText('Mail is not set up.')
  await expect(page).toHaveURL(/\/status$/)
  for (const name of ['Largest tables', 'Processes', 'Disks', 'Last errors'])
    await expect(page.getByRole('table', { name, exact: true })).toBeVisible()
  await expect(page.getByText(/PostgreSQL 18/)).toBeVisible()
  await page.getByRole('button', { name: 'When each was last done' }).click()
  await expect(page.getByRole('table', { name: 'Jobs that were done' })).toContainText('Remove ended logins')
  await expectAccessible(page)

  await row.getByRole('button', { name: /^Dismiss/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: /^Try again/ }).click()
  // It stays as it is: the demo has no mail server.
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Mail is not set up.')).toBeVisible()
  await expect(row).toContainText('Mail is not set up.')

  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'principal')
  await page.goto('/status')
  await expect(page).toHaveURL(/\/dashboard$/)
})
