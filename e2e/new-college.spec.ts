import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { enter, expectAccessible } from './steps.ts'

test.use({ baseURL: `http://127.0.0.1:${process.env.E2E_NEW_PORT}` })

/** Fills in the open dialog, saves, and gives back the initial password that is shown then. */
async function savePerson(page: Page, title: string): Promise<string> {
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('dialog', { name: 'Initial password' })
  const password = (await shown.getByLabel('Initial password', { exact: true }).last().textContent()) ?? ''
  expect(password).toMatch(/^[\w-]{12,}$/)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Close' }).last().click()
  await expect(shown).toBeHidden()
  return password
}

async function choosePassword(page: Page, chosen: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
  await page.getByLabel('New password').fill(chosen)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

test('an empty college is set up from nothing, up to a student who signs in and chooses a password', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  await enter(page, 'first@college.test', 'First-Admin-1')
  await expect(page).toHaveURL(/\/dashboard$/)

  const steps = page.getByRole('region', { name: /^First steps/ })
  const done = steps.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) })
  await expect(steps.getByRole('heading', { name: 'First steps 0 of 9 done' })).toBeVisible()
  await expect(done).toHaveCount(0)
  await expectAccessible(page)

  await page.goto('/designations')
  await expect(page.getByText('No designations found')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/designations?modal=add')
  await page.getByRole('dialog', { name: 'Add New Designation' }).getByLabel('Name').fill('Professor')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Professor' })).toBeVisible()

  await page.goto('/dashboard')
  await expect(done).toHaveText(['Designations'])
  await steps.getByRole('link', { name: 'Add a department' }).click()
  await page.getByRole('dialog', { name: 'Add New Department' }).getByLabel('Name').fill('Medicine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Medicine' })).toBeVisible()

  await page.goto('/batches')
  await expect(page.getByText('No batches found')).toBeVisible()
  await expect(page.getByText('Start by adding your first batch')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/batches?modal=add')
  const batch = page.getByRole('dialog', { name: 'Add New Batch' })
  await batch.getByRole('button', { name: 'Save' }).click()
  await expect(batch.getByText('Batch name is required')).toBeVisible()
  await expect(batch.getByText('Current year is required')).toBeVisible()
  await batch.getByLabel('Name').fill('MBBS 2026')
  await batch.getByLabel('Current Year').selectOption('1st Year')
  await batch.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main').getByText('MBBS 2026').first()).toBeVisible()

  await page.goto('/staff')
  await expect(page.getByText('No staff found')).toBeVisible()
  await page.goto('/staff?modal=add')
  const staff = page.getByRole('dialog', { name: 'Add New Staff' })
  await staff.getByRole('button', { name: 'Save' }).click()
  for (const text of [
    'Staff name is required',
    'Email is required for user account creation',
    'Department is required',
    'Designation is required',
  ])
    await expect(staff.getByText(text, { exact: true })).toBeVisible()
  await staff.getByLabel('Name').fill('Prof. Dr. Nasreen Akhtar')
  await staff.getByLabel('Email').fill('nasreen@college.test')
  await staff.getByLabel('Department').selectOption({ label: 'Medicine' })
  await staff.getByLabel('Designation').selectOption({ label: 'Professor' })
  await staff.getByLabel('Role').selectOption({ label: 'hod' })
  const ofHead = await savePerson(page, 'Add New Staff')

  await page.goto('/students')
  await expect(page.getByText('Select a Batch', { exact: true })).toBeVisible()
  await page.getByLabel('Batch').selectOption({ label: 'MBBS 2026' })
  await expect(page.getByText('No students found in this batch')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const student = page.getByRole('dialog', { name: 'Add New Student' })
  await student.getByLabel('Name').fill('Zainab Tariq')
  await student.getByLabel('Roll Number').fill('MBBS-26001')
  await student.getByLabel('Email').fill('zainab@college.test')
  const ofStudent = await savePerson(page, 'Add New Student')
  await expect(page.getByRole('row', { name: /Zainab Tariq/ })).toContainText('MBBS-26001')
  await expect(page.getByRole('row', { name: /Zainab Tariq/ })).toContainText('Never signed in')

  const batchId = new URL(page.url()).searchParams.get('batch')
  await page.goto(`/groups?batch=${batchId}&modal=add`)
  const group = page.getByRole('dialog', { name: 'Add New Group' })
  await group.getByLabel('Name').fill('Group A')
  await group.getByLabel('Department').selectOption({ label: 'Medicine' })
  await group.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'View students of Group A' }).click()
  const members = page.getByRole('dialog', { name: 'Group - Group A' })
  await members.getByRole('checkbox', { name: /Zainab Tariq/ }).check()
  await expect(members.getByText('1/1')).toBeVisible()
  await members.getByRole('button', { name: 'Save Changes' }).click()
  await expect(members).toBeHidden()

  await page.goto('/dashboard')
  const prepared = ['Departments', 'Designations', 'Batches', 'Staff', 'Students', 'Groups']
  await expect(done).toHaveText(prepared)
  await expect(steps.getByRole('heading', { name: 'Passwords' })).toBeVisible()
  const today = page.getByRole('region', { name: /^Today/ })
  await expect(today.getByRole('link', { name: /^Prof\. Dr\. Nasreen Akhtar/ })).toBeVisible()
  await expect(today.getByRole('heading', { name: 'Students who never signed in' })).toBeVisible()
  await expectAccessible(page)

  const phone = await browser.newContext({
    baseURL: `http://127.0.0.1:${process.env.E2E_NEW_PORT}`,
    viewport: { width: 390, height: 844 },
  })
  const hers = await phone.newPage()
  await enter(hers, 'zainab@college.test', ofStudent)
  await choosePassword(hers, 'Mine-alone-1')
  await expect(hers.getByRole('main').getByRole('link', { name: /^Tasks/ })).toBeVisible()
  await hers.context().close()
  const office = await browser.newContext({ baseURL: `http://127.0.0.1:${process.env.E2E_NEW_PORT}` })
  const heads = await office.newPage()
  await enter(heads, 'nasreen@college.test', ofHead)
  await choosePassword(heads, 'Mine-alone-2')
  await office.close()

  await page.goto(`/students?batch=${batchId}`)
  const hersThere = page.getByRole('row', { name: /Zainab Tariq/ })
  await expect(hersThere).toBeVisible()
  await expect(hersThere).not.toContainText('Never signed in')

  await page.goto('/dashboard')
  await expect(steps.getByRole('heading', { name: 'First steps 7 of 9 done' })).toBeVisible()
  await expect(done).toHaveCount(0)
  await expect(steps.getByRole('heading', { name: 'Mail' })).toBeVisible()
  await steps.getByRole('button', { name: 'Not now: Mail' }).click()
  await steps.getByRole('button', { name: 'Not now: Backup' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(today).toBeVisible()
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible()
  await expect(steps).toBeHidden()
})
