import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, openAs, signIn } from './steps.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation' })
/** The links as the eye and the pointer find them: on the dashboard the tiles are the ones that are read aloud. */
const seen = (page: Page) => page.locator('nav[aria-label="Navigation"]')

test('Back leads to the page before, also over a page that was loaded anew, and else to the dashboard', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await page.goto('/batches')
  await page.goto('/department')
  await back.click()
  await expect(page).toHaveURL(/\/batches$/)
  const other = await page.context().newPage()
  await other.goto('/batches')
  await other.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(other).toHaveURL(/\/dashboard$/)
})

test('beside every screen stand the others: marked, unfolded, by letters, and not on paper @desktop', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const heading = () => page.getByRole('heading', { level: 1 }).boundingBox()
  const before = await heading()
  await seen(page).locator('a[href="/students"]').click()
  await expect(page).toHaveURL(/\/students$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(navigation(page).locator('[aria-current="page"]')).toHaveAccessibleName('Students')
  expect((await heading())?.x).toBe(before?.x)
  // The longest navigation, an administrator's, has its last screen in sight.
  await expect(seen(page).locator('a').last()).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)

  await navigation(page).getByRole('button', { name: 'Unfold the navigation' }).click()
  await expect(navigation(page).getByText('Security Log')).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  await page.reload()
  await expect(navigation(page).getByText('Teaching')).toBeVisible()
  await navigation(page).getByRole('button', { name: 'Fold the navigation' }).click()

  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/department$/)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByText('Departments')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  await page.emulateMedia({ media: 'print' })
  await expect(seen(page)).toBeHidden()
  expect((await heading())?.x).toBeLessThan(before?.x ?? 0)
})

for (const role of ['admin', 'hod'] as const)
  test(`no link of the navigation has the name of one that the screen has itself, for ${role} @desktop`, async ({
    page,
  }) => {
    await signIn(page, role)
    const ways = seen(page).getByRole('link', { includeHidden: true })
    await expect(ways.first()).toBeAttached()
    const paths = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const names = (root: string, links: 'all' | 'heard') =>
      page.locator(`${root} a[href]`).evaluateAll(
        (found, { links }) => {
          const asked = links === 'all' ? found : found.filter((link) => !link.closest('[aria-hidden]'))
          return asked.map(
            (link) => link.getAttribute('aria-label') ?? (link.textContent || (link as HTMLElement).title),
          )
        },
        { links },
      )
    for (const path of paths.filter((one) => one !== '/dashboard')) {
      await page.goto(path)
      await expect(navigation(page).locator('[aria-current="page"]')).toBeVisible()
      const own = await names('main', 'all')
      const offered = await names('nav[aria-label="Navigation"]', 'heard')
      expect(
        own.filter((name) => offered.includes(name)),
        path,
      ).toEqual([])
      const quiet = (await names('nav[aria-label="Navigation"]', 'all')).filter((name) => !offered.includes(name))
      expect(
        quiet.filter((name) => !own.includes(name)),
        path,
      ).toEqual([])
    }
  })

test('a student’s tasks are one tap away, and so is every screen behind More @phone', async ({ page }) => {
  await signIn(page, 'student')
  await seen(page).locator('a[href="/tasks?only=due"]').tap()
  await expect(page.getByText(/^\d+ tasks, the first to be due first$/)).toBeVisible()
  await expect(navigation(page).locator('[aria-current="page"]')).toHaveAccessibleName(/^Tasks/)
  await expect(navigation(page).getByRole('link', { name: /^Tasks \(\d+ waiting\)$/ })).toBeVisible()
  await expectAccessible(page)
  await navigation(page).getByRole('button', { name: 'More' }).tap()
  const all = page.getByRole('dialog', { name: 'All screens' })
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  await all.getByRole('link', { name: 'My Feedback Surveys' }).tap()
  await expect(page).toHaveURL(/\/student-feedback$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/tasks\?only=due$/)
})

test('what has the focus is never behind the bar @phone', async ({ page }) => {
  await openAs(page, 'faculty', '/library')
  await expect(navigation(page)).toBeVisible()
  const links = page.getByRole('main').getByRole('button')
  await links.last().focus()
  const bar = await navigation(page).boundingBox()
  const last = await links.last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('the search leads to screens and to what begins there', async ({ page }) => {
  await openAs(page, 'hod', '/students')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Search for anything' })
  await field.fill('add ta')
  await expect(page.getByRole('option', { name: 'Add a task', exact: true })).toBeVisible()
  await expectAccessible(page)
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add New Task' })).toBeVisible()
})
