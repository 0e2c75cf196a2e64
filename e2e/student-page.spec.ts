import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs, signIn } from './steps.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a head goes from a list to a student at a glance, from a figure to its rows, and back', async ({ page }) => {
  await openAs(page, 'hod', '/students?batch=2')
  await page.getByRole('link', { name: 'Ayesha Siddiqui' }).click()
  await expect(page).toHaveURL(/\/students\/\d+$/)
  await expect(page.getByRole('heading', { level: 2, name: /Ayesha Siddiqui.*MBBS-23014/ })).toBeVisible()
  for (const name of ['Details', 'Batch and Groups', 'Attendance', 'Leave', 'Tasks', 'Results', 'Reports'])
    await expect(section(page, name)).toBeVisible()
  await expect(section(page, 'Tasks').getByRole('table')).toBeVisible()
  await expect(section(page, 'Results').getByRole('table')).toBeVisible()
  // Sessions of the own department alone.
  await expect(section(page, 'Attendance').getByRole('heading', { level: 4 })).toHaveText(['Medicine'])
  await expectAccessible(page)

  const tasks = section(page, 'Tasks')
  await tasks.getByRole('link', { name: /Graded$/ }).click()
  await expect(tasks.getByText(/^Graded: Handed in, and marks/)).toBeVisible()
  await tasks.locator('tbody tr a').first().click()
  await expect(page.getByRole('dialog', { name: 'View Student Submissions' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/tasks=graded/)
  await expect(tasks.getByText(/^Graded: Handed in, and marks/)).toBeVisible()
})

// Other journeys mark in Medicine meanwhile; nobody does in Surgery.
test('a figure of attendance opens as many sessions as it says, and the focus comes back to it', async ({
  page,
  isMobile,
}) => {
  await openAs(page, 'principal', '/students/124')
  const attendance = section(page, 'Attendance')
  if (isMobile) await attendance.getByRole('button', { name: /^All \d+ departments$/ }).click()
  const present = attendance.getByRole('link', { name: /Present in Surgery/ })
  const count = Number(await present.innerText())
  await present.click()
  const dialog = page.getByRole('dialog', { name: 'How is this counted?' })
  await expect(dialog.getByText(new RegExp(`^${count} present ÷`))).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Sessions counted' }).locator('tbody tr')).toHaveCount(count)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(present).toBeFocused()
})

test('a student opens the own page from the menu, sees no other one, and is told nothing of staff’s alone', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, 'student')
  const own = (await (await api.get('/start')).json()).data.student
  await signIn(page, 'student')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'My page' }).click()
  await expect(page).toHaveURL(new RegExp(`/students/${own.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'My Page' })).toBeVisible()
  await expect(section(page, 'Results').getByRole('table')).toBeVisible()
  await expect(page.getByText(/Weighted Total/)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'All Reports of the Student' })).toHaveCount(0)
  await expectAccessible(page)

  await page.goto(`/students/${own.id + 1}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toHaveCount(0)
})

test('paper has the college, who printed it, every part open, and nothing to press', async ({ page, isMobile }) => {
  await openAs(page, 'principal', '/students/124')
  const former = page.getByRole('table', { name: /^Former/ }).first()
  const printed = page.getByText(/^Printed by/)
  await expect(page.getByRole('button', { name: /^Former groups and batches/ })).toBeVisible()
  await expect(section(page, 'Tasks').getByRole('table')).toBeVisible()
  const rows = section(page, 'Tasks').locator('tbody tr')
  await expect(rows).toHaveCount(isMobile ? 3 : 10)
  await expect(former).toBeHidden()
  await expect(printed).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(former).toBeVisible()
  await expect(printed).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(10)
  await expect(page.getByText('Clinical Medical College').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('a clerk sees neither tasks nor reports', { tag: '@desktop' }, async ({ page }) => {
  await openAs(page, 'clerk', '/students/124')
  await expect(section(page, 'Attendance').getByText('present only').first()).toBeVisible()
  await expect(section(page, 'Results').getByRole('table')).toBeVisible()
  await expect(section(page, 'Tasks')).toHaveCount(0)
  await expect(section(page, 'Reports')).toHaveCount(0)
  await expectAccessible(page)
})
