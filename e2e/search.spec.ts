import { expect } from '@playwright/test'
import { everything } from './device.ts'
import { test } from './journey.ts'
import { apiAs, expectAccessible, expectReadableInTheDark, signIn } from './steps.ts'

test.use({ serviceWorkers: 'allow' })

test('a head finds a colleague from the keyboard alone, and comes back to where the search was opened', async ({
  page,
}, { project }) => {
  await signIn(page, 'hod')
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await expect(button).toBeVisible()
  if (project.name === 'phone') await button.tap()
  else await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search for anything' })
  await expect(field).toBeFocused()
  await expectAccessible(page)

  const answered = page.waitForResponse('**/api/search?q=group')
  await field.pressSequentially('group')
  expect((await answered).ok()).toBe(true)
  const options = page.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(options.nth(1)).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'View Group' })).toBeVisible()
  await expect(page).toHaveURL(/\/groups\?.*modal=view/)
  await page.keyboard.press('Escape')
  // Behind it the screen shows what was found.
  await expect(page.getByRole('list', { name: 'Groups' }).getByRole('listitem').first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('Escape and the way back close it, and / opens it', async ({ page }) => {
  await signIn(page, 'principal')
  const field = page.getByRole('combobox', { name: 'Search for anything' })
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.fill('zzzz')
  await expect(page.getByText('Nothing found for “zzzz”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.goBack()
  await expect(field).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a student finds the own work and no other student, and nothing of it stays on the device', async ({
  page,
  request,
}) => {
  const { data } = await (await (await apiAs(request, 'student')).get('/tasks')).json()
  const title: string = data[0].name
  await signIn(page, 'student')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Search for anything' })
  await field.fill('MBBS-99')
  await expect(page.getByText('Nothing found for “MBBS-99”')).toBeVisible()
  await field.fill(title)
  const option = page.getByRole('option').first()
  await expect(option).toContainText(title)
  const stored = await everything(page)
  expect([stored.includes(title), stored.includes('MBBS-99')]).toEqual([false, false])
  await option.click()
  await expect(page.getByRole('dialog', { name: 'View Task' })).toContainText(title)
})
