import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, signIn } from './steps.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Notices', exact: true })

test('notices are off, and the dialog says what can be chosen here', async ({ page }) => {
  await signIn(page, 'clerk')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Notices' }).click()
  const mail = dialog(page).getByRole('checkbox', { name: 'A weekly mail' })
  await expect(mail).not.toBeChecked()
  // The demo has no mail server.
  await expect(mail).toBeDisabled()
  await expect(dialog(page).getByText(/This college has set up no mail/)).toBeVisible()
  // Headless Chromium has no service for notices; whatever it says of itself, the person is told.
  const device = dialog(page).getByRole('checkbox', { name: 'On this device' })
  await expect(device).not.toBeChecked()
  await expect(
    dialog(page).getByText(/^This (?:college’s server is not set up|browser (?:shows no notices|can’t be told))/),
  ).toBeVisible()
  await expect(device).toBeDisabled()
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
})

test('the link of a weekly mail leads to one press, which is refused where it is nobody’s', async ({ page }) => {
  await page.goto('/api/notices/weekly-mail/stop?token=7.nobody')
  await expect(page).toHaveURL(/\/stop-weekly-mail\?token=7\.nobody$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop the weekly mail' }).click()
  await expect(page.getByRole('alert')).toContainText('Weekly mail not found.')
})
