import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs } from './steps.ts'

test('a head goes from a group to a cell’s performances, and takes the table home', async ({ page }) => {
  await openAs(page, 'hod', '/logbook?tab=groups')
  // Other journeys add batches, which have no groups.
  const batches = page.getByLabel('Batch')
  const label = await batches.locator('option', { hasText: /^MBBS/ }).first().innerText()
  await batches.selectOption({ label })
  const choice = page.getByRole('combobox', { name: 'Group' })
  await expect(choice.locator('option').nth(1)).toBeAttached()
  await choice.selectOption({ index: 1 })
  const table = page.getByRole('table', { name: 'Students by requirements' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)

  await test.step('a figure opens as many performances as it says', async () => {
    const cell = table.getByRole('button', { name: /: [1-9]\d* of / }).first()
    const name = await cell.innerText()
    await cell.click()
    const dialog = page.getByRole('dialog', { name: 'Performances' })
    await expect(dialog.getByRole('row').nth(1)).toBeVisible()
    expect(name).toContain((await dialog.getByText(/, /).first().innerText()).split(', ').at(0))
    await expectAccessible(page)
    await page.goBack()
    await expect(dialog).toBeHidden()
  })

  await test.step('the file has a line for each student', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^logbook-group-\d+-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(await table.getByRole('row').count())
  })
})

test('a head looks at the hints, narrows them, and reads the performances behind one @desktop', async ({ page }) => {
  await openAs(page, 'hod', '/logbook?tab=hints')
  const table = page.getByRole('table', { name: 'Hints' })
  await expect(table.getByText('More on one day than is usual')).toBeVisible()
  await expect(page.getByText('A hint is no verdict')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Kind').selectOption('More on one day than is usual')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('1 hint, the latest first')).toBeVisible()
  await page
    .getByLabel('Batch')
    .selectOption({ label: await page.getByLabel('Batch').locator('option').last().innerText() })
  await expect(page).toHaveURL(/batch_id=\d+/)
  await page.getByRole('button', { name: 'Clear Filters' }).click()

  const row = table.getByRole('row').filter({ hasText: 'More on one day than is usual' })
  await row.getByRole('button', { name: 'Show entries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Performances' })
  await dialog
    .getByRole('button', { name: /^View / })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'View Performance' })).toContainText('Blood glucose monitoring')
})
