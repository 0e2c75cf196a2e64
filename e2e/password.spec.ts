import { type APIRequestContext, expect, test } from '@playwright/test'
import { DEMO_PASSWORD, expectAccessible, signIn } from './steps.ts'

/** Demo students who have never signed in; each width takes one of its own, since choosing happens once. */
async function neverSignedIn(request: APIRequestContext, which: number): Promise<string> {
  const login = async (email: string) =>
    (await request.post('/api/login', { data: { email, password: DEMO_PASSWORD } })).json()
  const { access_token } = await login('clerk@college.test')
  const headers = { authorization: `Bearer ${access_token}` }
  const students = await (await request.get('/api/students?status=active&per_page=500', { headers })).json()
  let found = 0
  for (const { user } of students.data) {
    const { user: account } = await login(user.email)
    if (!account?.must_change_password) continue
    if (found === which) return user.email
    found += 1
  }
  throw new Error('every demo student has signed in')
}

test('the first sign-in chooses a password before anything else', async ({ page, request }, { project }) => {
  // Finding somebody takes some hundred sign-ins, each with its costly hash.
  test.setTimeout(240_000)
  const email = await neverSignedIn(request, project.name === 'phone' ? 1 : 0)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
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
  await expect(modal.getByText('The current password is not correct.')).toBeVisible()
})

test('the pages of a forgotten password can be read by everyone', async ({ page }) => {
  for (const path of ['/forgot-password', '/reset-password?token=none']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})
