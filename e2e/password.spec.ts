import { type APIRequestContext, expect } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, DEMO_PASSWORD, enter, expectAccessible, signIn } from './steps.ts'

/** A demo student who has never signed in; each width takes one of its own, since choosing happens once. */
async function neverSignedIn(request: APIRequestContext, which: number): Promise<{ name: string; email: string }> {
  const { data } = await (await (await apiAs(request, 'admin')).get('/students?status=active&per_page=500')).json()
  const waiting = data.filter((student: { never_signed_in: boolean }) => student.never_signed_in)
  const { name, user } = waiting[which]
  return { name, email: user.email }
}

test('the first sign-in chooses a password before anything else @phone', async ({ page, request }, { project }) => {
  const { name, email } = await neverSignedIn(request, project.name === 'phone' ? 1 : 0)
  await enter(page, email, DEMO_PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await expect(page.getByText('Please choose a new password first.')).toBeVisible()
  await page.goto('/tasks')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await expectAccessible(page)

  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByLabel('New password').fill('lowercase-only')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(
    page.getByText('Password must be at least 8 characters with uppercase, lowercase, and number'),
  ).toBeVisible()
  const [longest = ''] = name.split(' ').toSorted((one, other) => other.length - one.length)
  await page.getByLabel('New password').fill(`${longest}2026`)
  await page.getByRole('button', { name: 'Save password' }).click()
  const refusal = 'This password is made of the name or email of the account. Please choose another one.'
  await expect(page.getByText(refusal, { exact: true })).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('New password').fill('Chosen-by-me-1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('main').getByRole('link', { name: /^Tasks/ })).toBeVisible()
})

test('a password is changed from the user menu, and a wrong current one is said so @phone', async ({ page }) => {
  await signIn(page, 'principal')
  await page.goto('/dashboard?account=password')
  const modal = page.getByRole('dialog', { name: 'Change password' })
  await modal.getByLabel('Current password').fill('Not-my-password-1')
  await modal.getByLabel('New password').fill('Another-one-1')
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal.getByText('The current password is not correct.', { exact: true })).toBeVisible()
})

test('the pages of a forgotten password can be read by everyone @phone', async ({ page }) => {
  for (const path of ['/forgot-password', '/reset-password?token=none']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('a student without an address signs in by roll number, and adds one', { tag: '@desktop' }, async ({
  page,
  browser,
}) => {
  const number = `MBBS-${10_000 + (Date.now() % 80_000)}`
  const email = `own-${Date.now()}@college.test`
  await signIn(page, 'student-affair')
  await page.goto('/students?modal=add')
  const form = page.getByRole('dialog', { name: 'Add New Student' })
  await form.getByLabel('Name').fill('Nobody’s Address')
  await form.getByLabel('Roll Number').fill(number)
  await form.getByLabel('No address yet').check()
  await expect(form.getByLabel('Email')).toBeDisabled()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('dialog', { name: 'Initial password' })
  await expect(shown).toContainText(`signs in with ${number}`)
  const initial = (await shown.getByLabel('Initial password', { exact: true }).last().textContent()) ?? ''

  const own = await (await browser.newContext()).newPage()
  await enter(own, number.toLowerCase(), initial)
  await own.getByLabel('New password').fill('Chosen-by-me-1')
  await own.getByRole('button', { name: 'Save password' }).click()
  await expect(own).toHaveURL(/\/dashboard$/)
  await own.getByRole('button', { name: /Nobody’s Address/ }).click()
  await own.getByRole('menuitem', { name: 'Add address' }).click()
  const adding = own.getByRole('dialog', { name: 'Add address' })
  await adding.getByLabel('Email').fill(email)
  await adding.getByLabel('Current password').fill('Chosen-by-me-1')
  await expectAccessible(own)
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding.getByRole('status')).toContainText('Your account has this address now.')
  await own.context().clearCookies()
  await own.evaluate(() => localStorage.clear())
  await enter(own, email, 'Chosen-by-me-1')
  await expect(own).toHaveURL(/\/dashboard$/)
})
