import { expect, type Page } from '@playwright/test'
import { newAssessment } from './assessed.ts'
import { test } from './journey.ts'
import { expectAccessible, openAs, signIn } from './steps.ts'

const dialog = (page: Page, name = 'Enter Results') => page.getByRole('dialog', { name })
const fields = (page: Page) => page.getByRole('textbox', { name: /^Marks of / })

/** Pastes a spreadsheet's text from the clipboard into the field that has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', copied)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

test('an assessment is added, marked by keyboard over a reload, and the student sees the result @daily-desktop', async ({
  page,
  browser,
  request,
}, { project }) => {
  const name = `Viva ${project.name} ${Date.now()}`
  const college = await newAssessment(request, name)
  const rows = await college.rows()
  await openAs(page, 'faculty', `${college.list}&tab=assessments`)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('20.00')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Enter Results' }).click()
  await fields(page).first().click()
  await page.keyboard.type('20.5')
  await expect(dialog(page).getByText('Marks must be at most 20', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('0.1')
  for (const marks of ['0.2', '15.25']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(marks)
  }
  await page.keyboard.press('ArrowUp')
  await expect(fields(page).nth(1)).toBeFocused()
  const totals = dialog(page).getByLabel('Totals')
  await expect(totals).toContainText('Entered3')
  await expect(totals).toContainText('Mean5.18')

  await page.reload()
  await expect(fields(page).nth(2)).toHaveValue('15.25')
  await expect(dialog(page).getByText('Not saved yet')).toBeVisible()
  for (let nth = 3; nth < rows.length; nth += 1) {
    await fields(page).nth(nth).fill('12.5')
  }
  await expect(totals).toContainText('Left0')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Assessment results saved successfully!')).toBeVisible()
  expect((await college.marks()).slice(0, 3)).toEqual([0.1, 0.2, 15.25])
  expect(await college.status()).toBe('evaluated')
  await expect(row.getByRole('button', { name: 'Update Results' })).toBeVisible()

  await row.getByRole('button', { name: /^Results summary/ }).click()
  const summary = dialog(page, 'Results Summary')
  await expect(summary.getByText(`${rows.length} of ${rows.length}`)).toBeVisible()
  await expectAccessible(page)

  const own = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signIn(own, 'student')
  await own
    .getByRole('main')
    .getByRole('link', { name: /^My Results/ })
    .click()
  await expect(own.getByRole('row', { name: new RegExp(name) })).toContainText('of 20.00')
  await expectAccessible(own)
  await own.context().close()
})

test('a column is pasted: what does not fit is told before, and Undo takes it back', async ({ page, request }, {
  project,
}) => {
  const college = await newAssessment(request, `Quiz ${project.name} ${Date.now()}`)
  await openAs(page, 'hod', college.results)
  await fields(page).first().click()
  await paste(page, '11\n12.25\n\n13\n')
  const asked = dialog(page, 'Paste marks')
  await expect(asked.getByText(/^4 values were copied for \d+ lines\./)).toBeVisible()
  await expectAccessible(page)
  await expect(asked.getByRole('row').nth(2)).toContainText('12.25')
  await asked.getByRole('button', { name: 'Fill in 3 values' }).click()
  await expect(asked).toBeHidden()
  await expect(fields(page).nth(1)).toHaveValue('12.25')
  await expect(fields(page).nth(2)).toHaveValue('')
  await expect(fields(page).nth(3)).toHaveValue('13')
  await dialog(page).getByRole('button', { name: 'Undo paste' }).click()
  await expect(fields(page).nth(1)).toHaveValue('')
})

test('of two markers the second sees both values and chooses @desktop', async ({ page, browser, request }, {
  project,
}) => {
  const college = await newAssessment(request, `Long case ${project.name} ${Date.now()}`)
  const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signIn(other, 'faculty')
  await signIn(page, 'hod')
  for (const one of [page, other]) {
    await one.goto(college.results)
    await expect(fields(one).first()).toBeVisible()
  }
  const give = async (one: Page, values: string[]) => {
    for (const [nth, value] of values.entries()) await fields(one).nth(nth).fill(value)
    await one.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(one, 'Save results?').getByRole('button', { name: 'Save' }).click()
  }
  await give(page, ['10', '11'])
  await expect(page.getByText('Assessment results saved successfully!')).toBeVisible()
  await give(other, ['15', '16', '17'])
  const both = other.getByRole('table', { name: 'Marks that differ' })
  await expect(both.getByRole('row').nth(1)).toContainText('15.00')
  await expect(both.getByRole('row').nth(1)).toContainText('10.00')
  await expectAccessible(other)
  expect((await college.marks()).slice(0, 3)).toEqual([10, 11, null])
  await both
    .getByRole('button', { name: /^Keep theirs for/ })
    .first()
    .click()
  await other.getByRole('button', { name: 'Use mine and save' }).click()
  await expect(other.getByText('Assessment results saved successfully!')).toBeVisible()
  expect((await college.marks()).slice(0, 3)).toEqual([10, 16, 17])

  // The overwritten marks are in the history of that mark.
  await page.goto(college.results)
  await dialog(page, 'Update Results')
    .getByRole('button', { name: /^History of the marks/ })
    .nth(1)
    .click()
  await expect(page.getByText('Marks: 11.00 → 16.00')).toBeVisible()
  await other.context().close()
})
