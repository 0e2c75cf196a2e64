import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, signIn } from './steps.ts'

test('an administrator reads which mails were not sent, which is no failure where mail is not set up; others do not get there @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const row = page
    .getByRole('table', { name: 'Mails not sent' })
    .getByRole('row')
    .filter({ hasText: 'Mail: an incident case was assigned' })
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toHaveCount(0)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(row).toBeVisible()
  await expect(page.getByText(/^Mail is not set up: 1 mail was not sent\./)).toBeVisible()
  await expect(page.getByText('No job has failed.')).toBeVisible()
  await expect(page).toHaveURL(/\/status$/)
  for (const name of ['Largest tables', 'Processes', 'Disks'])
    await expect(page.getByRole('table', { name, exact: true })).toBeVisible()
  await expect(page.getByText(/PostgreSQL 18/)).toBeVisible()
  await page.getByRole('button', { name: 'When each was last done' }).click()
  await expect(page.getByRole('table', { name: 'Jobs that were done' })).toContainText('Remove ended logins')
  await expectAccessible(page)

  await row.getByRole('button', { name: /^Dismiss/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // It stays as it is: the demo has no mail server.
  await expect(row).toBeVisible()
  await expect(row.getByRole('button', { name: /^Send/ })).toHaveCount(0)

  await page.evaluate(() => localStorage.clear())
  await openAs(page, 'principal', '/status')
  await expect(page).toHaveURL(/\/dashboard$/)
})
