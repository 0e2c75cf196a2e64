import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ROLES, type RoleName } from '../shared/permissions.ts'
import { TILES } from '../web/testing/tiles.ts'
import type { Walks } from '../web/testing/walks.ts'
import { keptOnDevice } from './device.ts'
import { test } from './journey.ts'
import { chooseGroup, expectAccessible, openAs, signIn } from './steps.ts'

const walks: { walks: Walks }[] = await Promise.all(
  globSync(join(import.meta.dirname, '../web/features/*/*.walks.ts')).map((file) => import(file)),
)
const ADDED = Object.entries(Object.assign({}, ...walks.map((one) => one.walks.tiles)) as NonNullable<Walks['tiles']>)
const tilesOf = (role: RoleName) => [
  ...TILES[role],
  ...ADDED.flatMap(([tile, roles]) => (roles.includes(role) ? tile : [])),
]
const EVERY_TILE = new Set(ROLES.flatMap(tilesOf))

for (const account of ROLES)
  test(`${account} sees the own tiles, the frame and no dead link`, async ({ page }) => {
    await signIn(page, account)
    const main = page.getByRole('main')
    for (const tile of EVERY_TILE)
      await expect(main.getByRole('link', { name: new RegExp(`^${tile} ?[A-Z]`) })).toHaveCount(
        tilesOf(account).includes(tile) ? 1 : 0,
      )
    await expect(page.getByText('Clinical Track, all rights reserved')).toBeVisible()
    await expect(page.getByText('Clinical Medical College').first()).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expectAccessible(page)
  })

test('quick statistics are hidden until opened, and true', async ({ page }) => {
  await signIn(page, 'principal')
  const toggle = page.getByRole('button', { name: 'Quick statistics' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const answer = page.waitForResponse('**/api/dashboard/statistics')
  await toggle.click()
  const { data } = await (await answer).json()
  await expect(page.getByText(String(data.students), { exact: true }).first()).toBeVisible()
  expect(data.departments).toBeGreaterThanOrEqual(11)
  await expectAccessible(page)
})

test('departments and tasks pass the accessibility check in light and dark, empty and full', async ({ page }) => {
  await openAs(page, 'admin', '/department')
  await expect(page.getByText('Community Medicine')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/tasks')
  await expect(page.getByText('Select a Department', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await chooseGroup(page, /Group A.*MBBS 2023|MBBS 2023.*Group A/, 'Surgery')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('a department is added, changed and deleted; one in use is not', async ({ page }, { project }) => {
  const name = `Sports Medicine ${project.name} ${Date.now()}`
  await signIn(page, 'student-affair')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Departments/ })
    .click()
  await page.getByRole('button', { name: /^Add/ }).click()
  const add = page.getByRole('dialog', { name: 'Add New Department' })
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(add.getByText('Department name is required')).toBeVisible()
  await add.getByLabel('Name').fill('medicine')
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(add.getByText('A department with this name already exists', { exact: true })).toBeVisible()
  await add.getByLabel('Name').fill(name)
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(add).toBeHidden()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('button', { name: /Edit/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Department' })
  await expect(edit.getByLabel('Name')).toHaveValue(name)
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await expect(row.getByRole('button', { name: /Edit/ })).toBeFocused()
  await row.getByRole('button', { name: /Edit/ }).click()
  await edit.getByLabel('Status').selectOption('inactive')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText('Inactive')).toBeVisible()
  await row.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByText('Are you sure you want to delete this department?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page
    .getByRole('row', { name: /^Surgery/ })
    .getByRole('button', { name: /Delete/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/Department has .* Set it inactive instead\./)).toBeVisible()
})

test('a browser that saves data keeps no files', { tag: '@phone' }, async ({ page, context }) => {
  const settings = await context.newCDPSession(page)
  await settings.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  await signIn(page, 'hod')
  expect(
    await page.evaluate(() => (navigator as unknown as { connection: { saveData: boolean } }).connection.saveData),
  ).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

test('the page behind a dialog stays where it is, and scrolls again afterwards', async ({ page }) => {
  await openAs(page, 'admin', '/students?batch=1')
  const place = () => page.evaluate(() => window.scrollY)
  await page
    .getByRole('button', { name: /^Edit / })
    .nth(12)
    .scrollIntoViewIfNeeded()
  const before = await place()
  expect(before).toBeGreaterThan(0)
  await page
    .getByRole('button', { name: /^Edit / })
    .nth(12)
    .click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  const wheeled = page.evaluate(
    () => new Promise((done) => window.addEventListener('wheel', () => setTimeout(done, 300), { once: true })),
  )
  await page.mouse.move(5, 300)
  await page.mouse.wheel(0, 400)
  await wheeled
  expect(await place()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Over the page: an administrator's navigation is long enough to scroll by itself.
  await page.mouse.move(640, 300)
  await page.mouse.wheel(0, 400)
  await expect.poll(place).toBeGreaterThan(before)
})

test('a device keeps the screens of those who are signed in on it, and no others', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  const codeOf = (name: string, on = page) =>
    on.evaluate(async (part) => {
      const kept = await Promise.all((await caches.keys()).map(async (key) => (await caches.open(key)).keys()))
      return kept.flat().filter(({ url }) => url.includes(part)).length
    }, name)
  await signIn(page, 'student')
  await keptOnDevice(page)
  expect(await codeOf('MyResultsPage')).toBeGreaterThan(0)
  expect(await codeOf('DepartmentsPage')).toBe(0)
  await context.setOffline(true)
  await page.goto('/my-results')
  await expect(page.getByRole('heading', { level: 1, name: 'My Results' })).toBeVisible()
  await context.setOffline(false)

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'admin')
  await expect.poll(() => codeOf('DepartmentsPage')).toBeGreaterThan(0)
  // Pages of the first person go once the app has been closed, for as long as the former worker needs to stop: each
  // opening keeps it going, so they come less and less often.
  await page.close()
  await expect
    .poll(
      async () => {
        const again = await context.newPage()
        await again.goto('/dashboard')
        const left = await codeOf('MyResultsPage', again)
        await again.close()
        return left
      },
      { intervals: [500, 2_000, 4_000, 8_000], timeout: 40_000 },
    )
    .toBe(0)
})
