import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { DEMO_PASSWORD, enter, expectAccessible, signIn } from './steps.ts'

test('the sign-in page says what is wrong and lets the right person in', async ({ page }) => {
  await page.goto('/department')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { name: 'Welcome to Clinical eLog' })).toBeVisible()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('email is required')).toBeVisible()
  await expect(page.getByText('password is required')).toBeVisible()
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('password must be at least 6 characters')).toBeVisible()
  await page.getByText('Forgot Password?').click()
  await expect(page.getByRole('alert').filter({ hasText: 'not yet implemented' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(`nobody-${Date.now()}@college.test`)
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await signIn(page, 'clerk')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('signing out ends the login, also for the back button', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, 'faculty')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(
    await page.evaluate(() => [localStorage.getItem('token_type'), localStorage.getItem('isAuthenticated')]),
  ).toEqual(['Bearer', 'true'])
  await page.getByRole('button', { name: /Sana Iftikhar/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goto('/tasks')
  await expect(page).toHaveURL(/\/login/)
  const answer = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
})

test('an administrator sees in the security log who signed in, and who tried; others do not get there @desktop', async ({
  page,
}, { project }) => {
  const email = `intruder-${project.name}-${Date.now()}@college.test`
  await enter(page, email, 'wrong-password')
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await signIn(page, 'admin')
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Security Log' }).click()
  await expect(page).toHaveURL(/\/security-log$/)
  const table = page.getByRole('table', { name: 'Security Log' })
  const tried = table.getByRole('row').filter({ hasText: email })
  await expect(tried.getByText('Sign-in failed')).toBeVisible()
  await expect(tried.getByText('127.0.0.1')).toBeVisible()
  await page.getByLabel('Kind').selectOption('Signed in')
  await expect(tried).toBeHidden()
  // Other journeys sign in as the same person without a browser.
  const own = table.getByRole('row').filter({ hasText: 'admin@college.test' }).filter({ hasText: 'Chrome on' }).first()
  await own.getByText(/^Chrome on/).click()
  await expect(own.getByText(/^Mozilla\/5\.0/)).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'hod')
  await page.goto('/security-log')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a student is sent to the dashboard from the screens that only staff may read', { tag: '@desktop' }, async ({
  page,
}) => {
  await signIn(page, 'student')
  for (const path of ['/roles', '/designations']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
})

test('a login that ends elsewhere sends the person to sign in', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, 'hod')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.goto('/tasks')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Authentication required. Please login first.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('when the login ends while a form is open, the person signs in again in place', async ({ page }, { project }) => {
  const name = `Nuclear Medicine ${project.name} ${Date.now()}`
  await signIn(page, 'admin')
  await page.goto('/department')
  await page.getByRole('button', { name: /^Add/ }).click()
  const modal = page.getByRole('dialog', { name: 'Add New Department' })
  await modal.getByLabel('Name').fill(name)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } })
  await modal.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: /Sign in again/i })
  await again.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await expectAccessible(page)
  await again.getByRole('button', { name: /Login|Sign in/ }).click()
  await expect(modal).toBeHidden()
  await expect(page.getByText(name)).toBeVisible()
})

test('a login that ends while a person types asks for nothing until they save @desktop', async ({ page }) => {
  const name = `Sleep Medicine ${Date.now()}`
  await signIn(page, 'admin')
  await page.goto('/department')
  await page.getByRole('button', { name: /^Add/ }).click()
  const modal = page.getByRole('dialog', { name: 'Add New Department' })
  await modal.getByLabel('Name').fill(name)
  const readAside = page.waitForResponse((answer) => answer.url().endsWith('/api/today') && answer.status() === 401)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } })
  await readAside
  await page.keyboard.type(' Unit')
  await expect(modal.getByLabel('Name')).toHaveValue(`${name} Unit`)
  await modal.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: /Sign in again/i })
  await again.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await again.getByRole('button', { name: /Login|Sign in/ }).click()
  await expect(modal).toBeHidden()
  await expect(page.getByText(`${name} Unit`)).toBeVisible()
})

test('what was typed survives a reload', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/department')
  await page.getByRole('button', { name: /^Add/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Half a departm')
  await page.reload()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Half a departm')
  await expect(page.getByText('Restored what you typed.')).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('')
})

test('an address that leads nowhere says so', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/no-such-place')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /dashboard/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
