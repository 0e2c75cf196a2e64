import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, pdfFile, signIn } from './steps.ts'

test('an announcement with a file is told on Today until the student has read it @daily-phone', async ({
  page,
  browser,
}, { project }) => {
  const title = `Skills lab closed ${project.name} ${Date.now()}`
  await signIn(page, 'principal')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Announcements/ })
    .click()
  await page.getByRole('button', { name: /^Add/ }).click()
  const form = page.getByRole('dialog', { name: 'Add New Announcement' })
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Text is required')).toBeVisible()
  await form.getByLabel('Text').fill('On Monday.\nIt opens again on Tuesday at 9:00.')
  await form.getByRole('checkbox', { name: 'Student', exact: true }).check()
  await form.getByLabel('File').setInputFiles(pdfFile('hours.pdf'))
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(title).first()).toBeVisible()

  const context = await browser.newContext({ viewport: page.viewportSize() })
  const student = await context.newPage()
  await signIn(student, 'student')
  const day = student.getByRole('region', { name: /^Today/ })
  await day.getByRole('link', { name: new RegExp(title) }).click()
  const opened = student.getByRole('dialog', { name: 'View Announcement' })
  await expect(opened.getByText('It opens again on Tuesday at 9:00.')).toBeVisible()
  const download = student.waitForEvent('download')
  await opened.getByRole('button', { name: 'Download hours.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('hours.pdf')
  await expectAccessible(student)
  await student.goto('/dashboard')
  await expect(day.getByRole('listitem').first()).toBeVisible()
  await expect(day.getByText(title)).toHaveCount(0)
  await context.close()
})

test('a teacher announces to a group of the own department; a student of another one is not told @phone', async ({
  page,
  browser,
}, { project }) => {
  const title = `Viva moved ${project.name} ${Date.now()}`
  await openAs(page, 'faculty', '/announcements?modal=add')
  const form = page.getByRole('dialog', { name: 'Add New Announcement' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Text').fill('To Thursday at 10.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Group is required')).toBeVisible()
  // The demo student is in group A.
  const groups = form.getByRole('combobox', { name: 'Group' })
  const labels = await groups.getByRole('option', { name: /^Group D/ }).allTextContents()
  await groups.selectOption({ label: labels[0] ?? '' })
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Medicine')
  await expect(row.getByRole('button', { name: `Delete ${title}` })).toBeVisible()

  const context = await browser.newContext({ viewport: page.viewportSize() })
  const student = await context.newPage()
  await openAs(student, 'student', `/announcements?q=${encodeURIComponent(title)}`)
  await expect(student.getByText('No announcements found matching your search')).toBeVisible()
  await context.close()
})
