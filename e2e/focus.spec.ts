import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { chooseGroup, signIn } from './steps.ts'

/** Returns the element that has the focus, in the words of a screen reader. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const name = at?.getAttribute('aria-label') ?? at?.textContent?.trim()
    return `${at?.getAttribute('role') ?? at?.localName}: ${name?.slice(0, 40)}`
  })

test('by the keyboard alone: each screen begins at its heading, and what was pressed has the focus once it is done', async ({
  page,
}) => {
  await signIn(page, 'hod')
  const tile = page.getByRole('list', { name: 'Modules' }).getByRole('link', { name: /^Attendance/ })
  await tile.focus()
  await tile.press('Enter')
  await expect(page).toHaveURL(/\/attendance/)
  await expect.poll(() => focused(page)).toMatch(/^h1: /)
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  await page.getByLabel('Batch').selectOption({ label: 'MBBS 2023' })
  await chooseGroup(page, /^Group A/)
  const fetch = page.getByRole('button', { name: 'Fetch Attendance Sessions' })
  await fetch.press('Enter')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(fetch).toBeFocused()
  // A dialog whose first field is fixed begins at the next one.
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Batch')).toBeFocused()
})

test('who goes on before the browser is idle begins at the heading too @desktop', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await signIn(page, 'hod')
  const tile = page.getByRole('list', { name: 'Modules' }).getByRole('link', { name: /^Attendance/ })
  await tile.focus()
  await tile.press('Enter')
  await expect(page).toHaveURL(/\/attendance/)
  await expect.poll(() => focused(page)).toMatch(/^h1: Attendance Sessions/)
})
