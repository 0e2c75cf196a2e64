import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { DEMO_PASSWORD, expectAccessible, openAs } from './steps.ts'

const SCRIPTS = '**/assets/*.js'
/** All but the sign-in's own. */
const APP = /\/assets\/(?!sign-in-)[^/]+\.js$/

/** The sign-in as the server has written it: these scripts are on the way until what is returned is called. */
async function openWritten(page: Page, scripts: string | RegExp = SCRIPTS): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByLabel('Email')).toBeVisible()
  return resolve
}
/** The app's code has been evaluated: it loads the other parts of itself then. */
const appIsHere = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/index-.*js/.test(name)),
  )
const written = (page: Page) => page.locator('[data-written]')

test('the sign-in is typed into before its script is there, and goes on where the person is', async ({ page }) => {
  const arrive = await openWritten(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Clinical eLog' })).toBeVisible()
  await expect(page.getByText('Clinical Medical College')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill('clerk@college.test')
  await page.getByLabel('Password', { exact: true }).pressSequentially(DEMO_PASSWORD.slice(0, 5))
  arrive()
  await appIsHere(page)
  await expect(page.getByLabel('Email')).toHaveValue('clerk@college.test')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(DEMO_PASSWORD.slice(5))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a sign-in that is sent before its script is there is done once it is', { tag: '@desktop' }, async ({ page }) => {
  const arrive = await openWritten(page)
  await page.getByLabel('Email').fill('clerk@college.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  await expect(page).toHaveURL(/\/login$/)
  arrive()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('before the app is there it says what is wrong, and signs in', async ({ page }) => {
  const arrive = await openWritten(page, APP)
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const login = page.getByRole('button', { name: 'Login' })
  await login.click()
  await expect(page.getByRole('alert')).toHaveText(['email is required', 'password is required'])
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Or your roll number or staff number email is required')
  await expectAccessible(page)
  await email.fill('clerk@college.test')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await password.fill('Wrong-password1')
  await password.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  await page.getByRole('button', { name: 'Show what is typed' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await password.fill(DEMO_PASSWORD)
  const answered = page.waitForResponse(/\/api\/login$/)
  await login.click()
  expect((await answered).status()).toBe(200)
  await expect(written(page)).toHaveCount(1)
  arrive()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the app arrives without taking anything from who is typing', { tag: '@desktop' }, async ({ page }) => {
  const arrive = await openWritten(page, APP)
  const email = page.getByLabel('Email')
  await email.fill('cl@college.test')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('password is required')).toBeVisible()
  await email.press('Home')
  for (const _ of 'cl') await email.press('ArrowRight')
  arrive()
  await appIsHere(page)
  await expect(page.getByText('password is required')).toBeVisible()
  await email.pressSequentially('erk')
  await expect(email).toHaveValue('clerk@college.test')
  await expect(page.getByText('password is required')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(written(page)).toHaveCount(0)
})

test('without mail it says at once that a forgotten password is the administrator’s business', async ({ page }) => {
  await openWritten(page, APP)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('email is required')).toBeVisible()
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Forgot Password is not yet implemented. Please contact the administrator.',
  )
  await expect(page).toHaveURL(/\/login$/)
  await expectAccessible(page)
})

test('who signs in in another tab is signed in here', { tag: '@desktop' }, async ({ page, context }) => {
  await page.goto('/login')
  await appIsHere(page)
  const other = await context.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill('clerk@college.test')
  await other.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/\/dashboard$/)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an app that could not be loaded with the sign-in is asked for again behind it', { tag: '@desktop' }, async ({
  page,
}) => {
  // The route stays: Playwright would lose the sign-in's call if it stopped looking at requests meanwhile.
  let asked = 0
  await page.route(APP, (route) => (++asked === 1 ? route.abort() : route.continue()))
  await page.goto('/login')
  await page.getByLabel('Email').fill('clerk@college.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a sign-in whose script cannot be loaded says so, also when it was sent', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async (route) => {
    await promise
    await route.abort()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('clerk@college.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  resolve()
  await expect(page.getByRole('alert')).toHaveText(/could not be loaded.*reload this page/)
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expectAccessible(page)
})

test('who is signed in does not see it', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'somebody'))
  await page.route(SCRIPTS, () => new Promise(() => undefined))
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(written(page)).toHaveCount(1)
  await expect(page.getByLabel('Email')).toBeHidden()
})

test('who is signed in, but gets no script, is told so', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'somebody'))
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('alert')).toHaveText(/could not be loaded/)
})

test('an empty page whose code does not arrive says so, and loads it again', { tag: '@desktop' }, async ({ page }) => {
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/forgot-password')
  await expect(page.getByRole('alert')).toContainText('Clinical eLog could not be loaded.')
  await expectAccessible(page)
  await page.unroute(SCRIPTS)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('it looks as the app’s own pages before the sign-in do', async ({ page }) => {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const look = (of: Locator) =>
    of.evaluate((element) => {
      const { fontFamily, fontSize, fontWeight, color, backgroundColor, borderColor, borderRadius, height } =
        getComputedStyle(element)
      const { x, width } = element.getBoundingClientRect()
      return { fontFamily, fontSize, fontWeight, color, backgroundColor, borderColor, borderRadius, height, x, width }
    })
  await page.goto('/login')
  const own = { field: await look(field('Password')), button: await look(button('Login')) }
  const narrower = { x: expect.any(Number), width: expect.any(Number) }
  await page.goto('/reset-password?token=x')
  expect(await look(field('New password'))).toEqual(own.field)
  expect(await look(button('Save password'))).toEqual({ ...own.button, ...narrower })
})

test('an address of the app leads people without a login there before any of its code has come', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route(APP, () => new Promise(() => undefined))
  for (const address of ['/', '/students?page=2']) {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test('after Logout the Back button leads to the sign-in again', async ({ page }) => {
  await openAs(page, 'clerk', '/dashboard')
  await page.getByRole('link', { name: /^Announcements/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible()
  await page.getByRole('button', { name: /Rashid/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('on a slow network the sign-in is waited for', { tag: '@phone' }, async ({ page, context }) => {
  await openAs(page, 'clerk', '/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.evaluate(() => localStorage.clear())
  // Longer than a kept page waits for the server's (vite.config.ts).
  await context.route('**/login', async (route) => {
    await sleep(7000)
    await route.continue()
  })
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('without network the sign-in says so, and comes by itself', { tag: '@phone' }, async ({ page, context }) => {
  await openAs(page, 'clerk', '/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.evaluate(() => localStorage.clear())
  await context.setOffline(true)
  await page.goto('/department')
  await expect(page.getByRole('status')).toHaveText('Signing in needs the network, and the server cannot be reached.')
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByLabel('Email')).toBeVisible()
})
