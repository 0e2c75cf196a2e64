import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { chooseGroup, openAs, signIn } from './steps.ts'

test('what was chosen once is chosen on the next screen, after a reload and at the next sign-in, until it is cleared @desktop', async ({
  page,
}) => {
  await openAs(page, 'faculty', '/attendance')
  await expect(page.getByText('Select All Required Fields')).toBeVisible()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Batch').selectOption({ label: 'MBBS 2023' })
  await chooseGroup(page, /^Group A/)
  await page.getByRole('button', { name: 'Fetch Attendance Sessions' }).click()
  await expect(page.getByRole('table')).toBeVisible()

  const rail = page.getByRole('navigation', { name: 'Navigation' })
  await rail.getByRole('link', { name: /^Assessment/ }).click()
  await expect(page).toHaveURL(/\/assessment\?.*group_id=\d+.*fetched=yes/)
  await expect(page.getByRole('table').or(page.getByText(/^No /)).first()).toBeVisible()
  await rail.getByRole('link', { name: /^Tasks/ }).click()
  await expect(page).toHaveURL(/\/tasks\?department_id=\d+&group_id=\d+$/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // A press on the screen that is open changes nothing.
  const tasks = page.url()
  await rail.getByRole('link', { name: /^Tasks/ }).click()
  expect(page.url()).toBe(tasks)

  await page.goto('/attendance')
  await expect(page.getByRole('table')).toBeVisible()
  // Above the middle of the screen.
  expect((await page.getByRole('row').nth(1).boundingBox())?.y).toBeLessThan(400)

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'hod')
  await page.goto('/attendance')
  await expect(page.getByText('Select All Required Fields')).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'faculty')
  await page.goto('/attendance')
  await expect(page.getByRole('table')).toBeVisible()

  await page.goto('/students')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByText('Select a Batch')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Select a Batch')).toBeVisible()
})
