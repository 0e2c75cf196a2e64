import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, openAs } from './steps.ts'

test('a head adds skills of the own department, and a teacher finds one by its code @desktop', async ({
  page,
  browser,
}, { project }) => {
  const mark = `${project.name.slice(0, 1).toUpperCase()}${Date.now() % 1_000_000}`
  const name = `Arterial sampling ${mark}`
  await openAs(page, 'hod', '/skills')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add New Skill' })
  await expect(form.getByLabel('Department')).toBeDisabled()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Category').fill('Procedure')
  await form.getByLabel('Code').fill(mark)
  await form.getByLabel('Usual count').fill('0')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Usual count must be at least 1')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Usual count').fill('12')
  await form.getByRole('checkbox', { name: 'Go on with the next one' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await expect(form.getByLabel('Category')).toHaveValue('Procedure')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  const context = await browser.newContext({ viewport: page.viewportSize() })
  const teacher = await context.newPage()
  await openAs(teacher, 'faculty', '/dashboard')
  await teacher
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  await teacher.getByRole('combobox').fill(mark)
  await teacher.getByRole('option', { name: new RegExp(name) }).click()
  const shown = teacher.getByRole('dialog', { name: 'View Skill' })
  await expect(shown.getByText('Performed under supervision')).toBeVisible()
  await expectAccessible(teacher)
  await shown.getByRole('button', { name: 'Close' }).first().click()
  await expect(teacher.getByRole('row', { name: new RegExp(name) })).toContainText('12')
  await expect(teacher.getByRole('button', { name: `Edit ${name}` })).toHaveCount(0)
  await context.close()

  await page.goto(`/skills?q=${mark}`)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No skills found matching your search')).toBeVisible()
})
