import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { followCalls } from './quiet.ts'
import { apiAs, expectAccessible, expectReadableInTheDark, openAs } from './steps.ts'

const PHONE = { width: 390, height: 844 }

test('a document is issued and downloaded; a stranger checks it by its address, and sees that it was withdrawn @desktop', async ({
  page,
  browser,
  request,
}) => {
  const api = await apiAs(request, 'admin')
  const [student] = (await (await api.get('/students?q=MBBS-23014')).json()).data
  const isQuiet = followCalls(page)
  await openAs(page, 'admin', `/students/${student.id}`)
  const documents = page.getByRole('region', { name: 'Documents', exact: true })
  // The sections above move the button until they have come.
  await isQuiet()
  await documents.getByRole('button', { name: 'Issue document' }).click()
  const form = page.getByRole('dialog', { name: 'Issue Document' })
  await form.getByLabel('Kind of document').selectOption('Certificate of attendance')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(form).toBeHidden()
  const row = documents.getByRole('row', { name: /Certificate of attendance/ }).first()
  await expect(row.getByText('Stands')).toBeVisible()
  const coming = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download Certificate/ }).click()
  const file = await (await coming).path()
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-')
  const address = await row.getByRole('link', { name: /^[0-9A-Z]{4}-/ }).getAttribute('href')

  const stranger = await (await browser.newContext({ viewport: PHONE })).newPage()
  await stranger.goto(address ?? '')
  await expect(stranger.getByRole('status', { name: 'This document stands' })).toBeVisible()
  await expect(stranger.getByText('MBBS-23014')).toBeVisible()
  await stranger.getByLabel('Compare your file').setInputFiles(file)
  await expect(stranger.getByRole('status', { name: 'The file is the one that was issued' })).toBeVisible()
  await stranger.getByLabel('Compare your file').setInputFiles({
    name: 'changed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([readFileSync(file), Buffer.from(' ')]),
  })
  await expect(stranger.getByRole('status', { name: 'The file is another one' })).toBeVisible()
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await expectAccessible(stranger)
  await expectReadableInTheDark(stranger)

  await row.getByRole('button', { name: /^Withdraw Certificate/ }).click()
  const reason = page.getByRole('dialog', { name: 'Withdraw Document' })
  await reason.getByLabel('Reason').fill('The name was misspelt')
  await reason.getByRole('button', { name: 'Withdraw' }).click()
  await expect(reason).toBeHidden()
  await expect(row.getByText('The name was misspelt')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('status', { name: /^This document was withdrawn on/ })).toBeVisible()
  await expect(stranger.getByText('misspelt')).toHaveCount(0)
  await stranger.context().close()
})

test('a code is typed as it is read, and the demo’s former logbook names the one in its place @phone', async ({
  page,
}) => {
  await page.goto('/verify')
  await expectAccessible(page)
  await page.getByLabel('Code').fill('demo-code-oooo-oool')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('status', { name: /^This document was replaced by \d{4}-\d{6} on / })).toBeVisible()
  await page.getByRole('link', { name: 'Check another document' }).click()
  await page.getByLabel('Code').fill('0000-0000-0000-0000')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('alert', { name: 'No document has this code.' })).toBeVisible()
})
