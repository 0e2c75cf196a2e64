import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { followCalls } from './quiet.ts'
import { expectAccessible, signIn } from './steps.ts'

const day = (page: Page) => page.getByRole('region', { name: /^Today/ })
const card = (page: Page, title: string) =>
  day(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .first()

test('from sign-in to the own register of today it is one tap', async ({ page }) => {
  await signIn(page, 'faculty')
  await card(page, 'Registers to take')
    .getByRole('link', { name: /today, 16:00 to 18:00/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Take Attendance' }).getByRole('listitem').first()).toBeVisible()
  await page.goBack()
  await expect(day(page)).toBeVisible()
})

test('from sign-in to handing in what is overdue it is one tap', async ({ page }) => {
  await signIn(page, 'student')
  const due = card(page, 'Tasks to hand in').getByRole('link').first()
  await expect(due).toContainText('was due on')
  await expectAccessible(page)
  await due.click()
  await expect(page.getByRole('dialog', { name: 'Submit Task Work' })).toBeVisible()
})

test('from sign-in to grading the oldest work it is one tap', async ({ page }) => {
  await signIn(page, 'hod')
  await expectAccessible(page)
  await card(page, 'Work to grade').getByRole('link').first().click()
  await expect(page.getByRole('dialog', { name: 'View Student Submissions' })).toBeVisible()
})

test('the day stays where it is while it is asked for again', async ({ page }) => {
  await signIn(page, 'principal')
  await expect(card(page, 'Cases overdue in the college')).toBeVisible()
  const placeOfTiles = async () => (await page.getByRole('list', { name: 'Modules' }).boundingBox())?.y
  const before = await placeOfTiles()
  await page.route('**/api/today', async (route) => {
    await new Promise((held) => setTimeout(held, 1_500))
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible()
  expect(await placeOfTiles()).toBe(before)
  await expect(card(page, 'Cases overdue in the college')).toBeVisible()
  expect(await placeOfTiles()).toBe(before)
})

/** The words of a screen that has nothing to show. */
const NOTHING = /^(No .* found|Select .*|Nothing fetched yet)$/

test.describe('each line', { tag: '@desktop' }, () => {
  for (const role of ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student'] as const)
    test(`of ${role} leads to what it tells of`, async ({ page }) => {
      await signIn(page, role)
      const cards = day(page).getByRole('list').first().locator('> li')
      await expect(cards.first()).toBeVisible()
      // Follows the first line of each card, which the others are like, and the link to all of them.
      const addresses = await cards.evaluateAll((all) =>
        all.flatMap((card) => {
          const links = [...card.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
          return [...new Set([links.at(0), links.at(-1)])].filter((href) => href !== undefined)
        }),
      )
      expect(addresses.length).toBeGreaterThan(0)
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
      })
      const quiet = followCalls(page)
      for (const href of addresses) {
        await page.goto(href)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await quiet()
        expect(refused, href).toEqual([])
        if (href.includes('modal=')) await expect(page.getByRole('dialog'), href).toBeVisible()
        // Only one of the lists of cases has what waits.
        else if (href.startsWith('/reporting')) await expect(page.getByRole('row').nth(1), href).toBeVisible()
        else await expect(page.getByText(NOTHING), href).toHaveCount(0)
      }
    })
})
