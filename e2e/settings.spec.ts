import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, signIn } from './steps.ts'

test('an administrator sees what is set, and a directory that will not do is refused below its field @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByLabel('Minimum attendance (%)')).toHaveValue('75')
  await expect(page.getByRole('button', { name: 'Try a restore' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('Directory').fill('/not/there')
  await page.getByRole('button', { name: 'Save backup' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Backup' })
      .getByText(/finds no such directory/)
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Directory')).toHaveValue('/not/there')
})
