import { expect, type Page } from '@playwright/test'
import { codeOf } from '../server/testing/second-factors.ts'
import { test } from './journey.ts'
import { apiAs, DEMO_PASSWORD, expectAccessible, expectReadableInTheDark } from './steps.ts'

/** A demo student who has signed in before and whom no other journey uses; each width takes its own. */
async function somebody(request: Parameters<typeof apiAs>[0], which: number): Promise<string> {
  const { data } = await (await (await apiAs(request, 'admin')).get('/students?status=active&per_page=500')).json()
  const known = data.filter((one: { never_signed_in: boolean }) => !one.never_signed_in)
  return known.at(-1 - which).user.email
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('two-step sign-in is set up, asked for at the sign-in, and turned off @phone', async ({ page, request }, {
  project,
}) => {
  const email = await somebody(request, project.name === 'phone' ? 1 : 0)
  await fillIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Two-step sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' })
  await dialog.getByRole('button', { name: 'Set it up' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  const letters = await dialog.getByLabel('Letters for the authenticator app').innerText()
  const secret = letters.replaceAll(/\s/g, '')
  await dialog.getByLabel('Current password').fill(DEMO_PASSWORD)
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const recovery = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)

  // The sign-in that the server has written.
  await fillIn(page, email)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The code is not correct, or was used already.')
  await code.fill(recovery[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  // The app's own.
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(recovery[1] ?? '')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/dashboard?account=two-step')
  await expect(dialog.getByText('8 recovery codes are left.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Current password').fill(DEMO_PASSWORD)
  await dialog.getByLabel('Code', { exact: true }).fill(recovery[2] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-step sign-in is off.')).toBeVisible()
})
