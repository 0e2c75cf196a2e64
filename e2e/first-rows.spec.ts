import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, openAs } from './steps.ts'

/** Expects the first row of the first table above the middle of the window. */
async function expectFirstRowHigh(page: Page): Promise<void> {
  const row = page.getByRole('row').nth(1)
  await expect(row.getByRole('cell').first()).toHaveText(/\S/)
  // Several lists come one after the other.
  await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(400)
}

for (const account of ['hod', 'faculty', 'admin', 'student'] as const)
  test(`the first report is on the first screen of ${account} @desktop`, async ({ page }) => {
    await openAs(page, account, '/reporting')
    await expectFirstRowHigh(page)
  })

test('the first student is on the first screen of the student reports @desktop', async ({ page, request }) => {
  const hod = await apiAs(request, 'hod')
  const { data: batches } = await (await hod.get('/batches?per_page=500')).json()
  const { id } = batches.find((one: { name: string }) => one.name === 'MBBS 2023')
  const { data: own } = await (await hod.get('/staff/current-user')).json()
  for (const tab of ['', '&tab=register', '&tab=below']) {
    await openAs(page, 'hod', `/reports?department_id=${own.department_id}&batch_id=${id}&fetched=yes${tab}`)
    await expect(page.getByLabel('Totals')).toBeVisible({ visible: tab === '' })
    await expectFirstRowHigh(page)
  }
})

test('the first student of the eligibility stands above the middle of a phone @phone', async ({ page, request }) => {
  const principal = await apiAs(request, 'principal')
  const { data: batches } = await (await principal.get('/batches?per_page=500')).json()
  const { id } = batches.find((one: { name: string }) => one.name === 'MBBS 2023')
  await openAs(page, 'principal', `/eligibility?batch_id=${id}`)
  await expect(page.getByRole('button', { name: 'Freeze this list' })).toBeVisible()
  const show = page.getByRole('button', { name: 'Show conditions' }).first()
  await expect(show).toBeInViewport()
  const card = page.getByRole('table', { name: 'Students' })
  await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(430)
})

test('on a phone tabs take one line, and small buttons stand beside the last fact of their row @phone', async ({
  page,
}) => {
  await openAs(page, 'student', '/student-attendance')
  const tabs = page.getByRole('tablist')
  await expect(tabs.getByRole('tab').last()).toBeAttached()
  expect((await tabs.boundingBox())?.height).toBeLessThan(60)
  await openAs(page, 'admin', '/department')
  const row = page.getByRole('row').nth(1)
  const fact = await row.getByText('Active', { exact: true }).boundingBox()
  const button = await row.getByRole('button', { name: /^Edit / }).boundingBox()
  const middle = (box: typeof fact) => (box?.y ?? 0) + (box?.height ?? 0) / 2
  expect(Math.abs(middle(fact) - middle(button))).toBeLessThan(12)
})
