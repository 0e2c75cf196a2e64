import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, signIn } from './steps.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Calendar', exact: true })

/** Each width takes an account of its own: a person has one address at a time. */
const accountOf = (name: string) => (name === 'phone' ? 'student' : 'faculty')

test('a calendar address is created, read without a sign-in, and revoked @phone', async ({ page, request }, {
  project,
}) => {
  await signIn(page, accountOf(project.name))
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Calendar' }).click()
  await dialog(page).getByRole('button', { name: 'Create address' }).click()
  const field = dialog(page).getByRole('textbox', { name: 'Address' })
  await expect(field).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/api\/calendar\/.+\/feed\.ics$/)
  await expect(dialog(page).getByRole('img', { name: 'QR code of the address' })).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)

  const address = await field.inputValue()
  const feed = await request.get(address)
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const text = await feed.text()
  expect(text).toContain(`\r\nDTSTART;TZID=${process.env.E2E_TIMEZONE}:`)
  expect(text.includes('\r\nSUMMARY:Due: ')).toBe(project.name === 'phone')

  await dialog(page).getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke address' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Create address' })).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
})
