import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, openAs } from './steps.ts'

test('the principal finds who is at risk, exempts with a reason and takes it back; rules say why @daily-phone', async ({
  page,
}, { project }) => {
  await openAs(page, 'principal', '/eligibility')
  await expect(page.getByRole('heading', { name: 'Eligibility', level: 1 })).toBeVisible()
  await page.getByLabel('Batch').selectOption({ index: 2 })
  const verdicts = page.getByRole('group', { name: 'Verdicts' })
  await expect(verdicts.getByRole('button', { name: /^At risk \d+$/ })).toBeVisible()
  await verdicts.getByRole('button', { name: /^Not eligible \d+$/ }).click()
  await expect(page).toHaveURL(/verdict=not_eligible/)
  const show = page.getByRole('button', { name: 'Show conditions' })
  await expect(show.first()).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  // Each width has a student of its own.
  await show.nth(project.name === 'phone' ? 1 : 0).click()
  const opened = page.getByRole('dialog', { name: 'Conditions of the Examination' })
  await expect(opened.getByText('Below, out of reach').first()).toBeVisible()
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Exempt', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Exempt Student' })
  await form.getByLabel('Exempted from').selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Exempt', exact: true }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await form.getByLabel('Reason').fill('Illness, proved by a certificate')
  await form.getByRole('button', { name: 'Exempt', exact: true }).click()
  await expect(opened.getByText('Illness, proved by a certificate').first()).toBeVisible()
  await opened.getByRole('button', { name: 'Withdraw exemption' }).click()
  const back = page.getByRole('dialog', { name: 'Withdraw Exemption' })
  await back.getByLabel('Reason').fill('The certificate was another student’s')
  await back.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(opened.getByText('Illness, proved by a certificate')).toHaveCount(0)
  await opened.getByRole('button', { name: 'Close' }).last().click()

  const letters = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^Make \d+ letters?$/ }).click()
  expect((await letters).suggestedFilename()).toMatch(/^eligibility-letters-.*\.pdf$/)

  await page.getByRole('button', { name: 'Papers and rules' }).click()
  await page.getByRole('menuitem', { name: 'Rule sets' }).click()
  await expect(page.getByText('The college · Surgery').first()).toBeVisible()
  await expectAccessible(page)
})

test('a student reads what is still to be reached, and nobody else’s', async ({ page }) => {
  await openAs(page, 'student', '/eligibility')
  const conditions = page.getByRole('main').getByLabel('Conditions')
  await expect(conditions.or(page.getByRole('table', { name: 'Conditions' })).first()).toBeVisible()
  await expect(page.getByText('Attendance').first()).toBeVisible()
  await expectAccessible(page)
  await openAs(page, 'student', '/eligibility/rules')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('news of what was saved lies over no field of the next form on a phone @phone', async ({ page }) => {
  await openAs(page, 'principal', '/eligibility/rules')
  const first = page.getByRole('button', { name: /^Edit/ }).first()
  await first.click()
  const form = page.getByRole('dialog', { name: 'Edit Rule Set' })
  await form.getByRole('button', { name: 'Save' }).click()
  const news = page.getByRole('region', { name: 'Messages' }).getByRole('status')
  await expect(news).toBeVisible()
  // Held, it stays for as long as it is looked at.
  await news.getByRole('button', { name: 'Close this message' }).focus()
  const below = async (inside: typeof form) => {
    const box = await news.boundingBox()
    const next = await inside.boundingBox()
    return (next?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0))
  }
  expect(await below(page.getByRole('heading', { level: 1 }))).toBeGreaterThanOrEqual(0)
  await first.dispatchEvent('click')
  await expect(form).toBeVisible()
  await expect(news).toBeVisible()
  expect(await below(form.getByText('Holds for:'))).toBeGreaterThanOrEqual(0)
  const close = await form.getByRole('button', { name: 'Close' }).boundingBox()
  expect((await news.boundingBox())?.width).toBeLessThan(close?.x ?? 0)
})
