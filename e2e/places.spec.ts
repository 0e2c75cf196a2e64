import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, chooseGroup, openAs, signIn } from './steps.ts'

test('what was chosen once is chosen on the next screen, after a reload and at the next sign-in, until it is cleared @desktop', async ({
  page,
}) => {
  await openAs(page, 'faculty', '/attendance')
  await expect(page.getByText('Select All Required Fields')).toBeVisible()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Batch').selectOption({ label: 'MBBS 2023' })
  await chooseGroup(page, /^Group A/)
  await page.getByRole('button', { name: 'Fetch Attendance Sessions' }).click()
  await expect(page.getByRole('table')).toBeVisible()

  const rail = page.getByRole('navigation', { name: 'Navigation' })
  await rail.getByRole('link', { name: /^Assessment/ }).click()
  await expect(page).toHaveURL(/\/assessment\?.*group_id=\d+.*fetched=yes/)
  await expect(page.getByRole('table').or(page.getByText(/^No /)).first()).toBeVisible()
  await rail.getByRole('link', { name: /^Tasks/ }).click()
  await expect(page).toHaveURL(/\/tasks\?department_id=\d+&group_id=\d+$/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // A press on the screen that is open changes nothing.
  const tasks = page.url()
  await rail.getByRole('link', { name: /^Tasks/ }).click()
  expect(page.url()).toBe(tasks)

  await page.goto('/attendance')
  await expect(page.getByRole('table')).toBeVisible()
  // Above the middle of the screen.
  expect((await page.getByRole('row').nth(1).boundingBox())?.y).toBeLessThan(400)

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'hod')
  await page.goto('/attendance')
  await expect(page.getByText('Select All Required Fields')).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'faculty')
  await page.goto('/attendance')
  await expect(page.getByRole('table')).toBeVisible()

  await page.goto('/students')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page.getByText('Select a Batch')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Select a Batch')).toBeVisible()
})

test('a remembered group that is gone leaves the screens as if it had not been chosen @desktop', async ({
  page,
  request,
}) => {
  const admin = await apiAs(request, 'admin')
  const { data: groups } = await (await admin.get('/groups?status=active&per_page=1')).json()
  const [{ department, department_id, batch, batch_id }] = groups
  const name = `Passing ${Date.now()}`
  const made = await admin.post('/groups', { name, department_id, batch_id, status: 'active' })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()).data

  await openAs(page, 'admin', '/attendance')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Department').selectOption({ label: department.name })
  await page.getByLabel('Batch').selectOption({ label: batch.name })
  await page.getByLabel('Group').selectOption({ label: name })
  await page.getByRole('button', { name: 'Fetch Attendance Sessions' }).click()
  await expect(page.getByText('No attendance sessions found')).toBeVisible()
  await page.goto('/tasks')
  await expect(page.getByText('No tasks found')).toBeVisible()
  expect((await admin.delete(`/groups/${id}`)).status()).toBe(200)

  for (const [path, prompt] of [
    ['/tasks', 'Select a Group'],
    ['/attendance', 'Select All Required Fields'],
    ['/assessment', 'Select All Required Fields'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(prompt, { exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(/group_id/)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('on a device that remembers nothing, a new session is three taps from the sign-in, and Save @phone', async ({
  page,
}) => {
  await signIn(page, 'faculty')
  await page.locator('nav[aria-label="Navigation"] a[href="/attendance"]').tap()
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  const form = page.getByRole('dialog', { name: 'Add New Attendance Session' })
  const last = form.getByRole('button', { name: /^Group .+ to / }).first()
  const [group = '', batch = '', hours = ''] = (await last.innerText()).split(', ')
  await last.tap()
  await expect(last).toBeHidden()
  await expect(
    form.getByLabel('Batch').getByRole('option', { name: batch, exact: true, selected: true }),
  ).toBeAttached()
  await expect(form.getByLabel('Group').getByRole('option', { name: group, selected: true })).toBeAttached()
  await expect(form.getByLabel('Staff')).not.toHaveValue('')
  await expect(form.getByLabel('Start Time')).toHaveValue(hours.split(' to ')[0] ?? '')
  await expect(form.getByLabel('End Time')).not.toHaveValue('')
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
})
