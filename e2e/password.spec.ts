import { type APIRequestContext, expect } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, DEMO_PASSWORD, enter, expectAccessible, signIn } from './steps.ts'

/** A demo student who has never signed in; each width takes one of its own, since choosing happens once. */
async function neverSignedIn(request: APIRequestContext, which: number): Promise<string> {
  const { data } = await (await (await apiAs(request, 'admin')).get('/students?status=active&per_page=500')).json()
  const waiting = data.filter((student: { never_signed_in: boolean }) => student.never_signed_in)
  return waiting[which].user.email
}

test('the first sign-in chooses a password before anything else', async ({ page, request }, { project }) => {
  const email = await neverSignedIn(request, project.name === 'phone' ? 1 : 0)
  await enter(page, email, DEMO_PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await expect(page.getByText('Please choose a new password first.')).toBeVisible()
  await page.goto('/tasks')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Current password').fill(DEMO_PASSWORD)
  await page.getByLabel('New password').fill('lowercase-only')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(
    page.getByText('Password must be at least 8 characters with uppercase, lowercase, and number'),
  ).toBeVisible()
  await page.getByLabel('New password').fill('Doctor2026')
  await page.getByRole('button', { name: 'Save password' }).click()
  const refusal = 'This password is one that many people use. Please choose another one.'
  await expect(page.getByText(refusal, { exact: true })).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('New password').fill('Chosen-by-me-1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('main').getByRole('link', { name: /^Tasks/ })).toBeVisible()
})

test('a password is changed from the user menu, and a wrong current one is said so', async ({ page }) => {
  await signIn(page, 'principal')
  await page.goto('/dashboard?account=password')
  const modal = page.getByRole('dialog', { name: 'Change password' })
  await modal.getByLabel('Current password').fill('Not-my-password-1')
  await modal.getByLabel('New password').fill('Another-one-1')
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal.getByText('The current password is not correct.', { exact: true })).toBeVisible()
})

test('the pages of a forgotten password can be read by everyone', async ({ page }) => {
  for (const path of ['/forgot-password', '/reset-password?token=none']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})
