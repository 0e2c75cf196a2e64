import { type APIResponse, expect } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, expectReadableInTheDark, openAs } from './steps.ts'

test('an administrator rotates three groups through three departments, and a student sees the running posting @daily-desktop', async ({
  page,
  request,
}, { project }) => {
  const admin = await apiAs(request, 'admin')
  const data = async (answer: Promise<APIResponse>) => (await (await answer).json()).data
  const stamp = `${project.name}-${Date.now() % 100_000}`
  const round = ['Surgery', 'Medicine', 'Paediatrics']
  const departments = await data(admin.get('/departments?type=academic&per_page=100'))
  const batch = await data(admin.post('/batches', { name: `Rotating ${stamp}`, current_year: '4th Year' }))
  for (const name of ['Group A', 'Group B', 'Group C'])
    for (const { id } of departments.filter((one: { name: string }) => round.includes(one.name)))
      await admin.post('/groups', { name, batch_id: batch.id, department_id: id })

  await openAs(page, 'admin', `/postings?batch=${batch.id}`)
  await expect(page.getByText('No postings in these weeks')).toBeVisible()
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /Rotate/ })
  for (const name of round) await dialog.getByRole('checkbox', { name }).check()
  await expect(dialog.getByText('Order: Surgery → Medicine → Paediatrics')).toBeVisible()
  await dialog.getByLabel('Weeks in each').fill('2')
  await expect(dialog.getByText('9 postings', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create postings' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Group [ABC]/ })).toHaveCount(9)
  await expect(page.getByRole('row', { name: /Group A/ }).first()).toContainText('Surgery')
  await expect(page.getByRole('row', { name: /Group B/ }).first()).toContainText('Medicine')
  await expectAccessible(page)
  await expectReadableInTheDark(page)

  // A phone has the list and the form alone.
  const plan = page.getByRole('region', { name: 'Plan by weeks' })
  await expect(plan).toBeVisible({ visible: project.name === 'desktop' })
  if (project.name === 'desktop') {
    const weeks = plan.locator('[data-plannable]').last()
    const box = await weeks.boundingBox()
    if (!box) throw new Error('no weeks')
    await page.mouse.move(box.x + box.width * 0.8, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.9, box.y + 20, { steps: 4 })
    await page.mouse.up()
  } else await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add New Posting' })
  if (project.name === 'desktop') await expect(form.getByLabel('Group')).toHaveValue('Group C')
  else await form.getByLabel('Group').selectOption('Group C')
  await form.getByLabel('Department').selectOption('Medicine')
  // Group C is in paediatrics then.
  const [taken] = await data(admin.get(`/postings?batch_id=${batch.id}&per_page=1`))
  await form.getByLabel('First day').fill(taken.first_day)
  await form.getByLabel('Last day').fill(taken.last_day)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: /Group [ABC]/ })).toHaveCount(10)

  if (project.name === 'desktop') {
    const weeks = plan.locator('[data-plannable]').nth(1)
    const bar = weeks.getByRole('button').last()
    const [row, box] = [await weeks.boundingBox(), await bar.boundingBox()]
    if (!row || !box) throw new Error('no posting')
    const before = await bar.getAttribute('title')
    await page.mouse.move(box.x + 10, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 10 + row.width / 16, box.y + 12, { steps: 4 })
    await page.mouse.up()
    const moving = page.getByRole('dialog', { name: 'Edit Posting' })
    await expect(moving.getByLabel('Group')).toHaveValue('Group B')
    await moving.getByRole('button', { name: 'Save' }).click()
    await expect(moving).toBeHidden()
    await expect(bar).not.toHaveAttribute('title', before ?? '')
    await page.emulateMedia({ media: 'print' })
    await expect(bar).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
    await page.emulateMedia({ media: null })
  }

  await openAs(page, 'student', '/logbook')
  const posting = page.getByRole('region', { name: 'Posting' })
  await expect(posting.getByText(/^Until .* left\s· |last day\s· /)).toBeVisible()
  const running = await posting.locator('bdi').first().textContent()
  const department = (running ?? '').split(', ')[0] ?? ''
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: department }).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/timetable')
  await expect(page.getByRole('list', { name: 'Postings of this week' })).toContainText(department)
})
