import { type APIResponse, expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs } from './steps.ts'

async function openStudents(page: Page, group: string): Promise<Locator> {
  await page.getByRole('button', { name: `View students of ${group}`, exact: true }).click()
  return page.getByRole('dialog', { name: `Group - ${group}` })
}

test('the students modal moves a student between the groups of a department', async ({ page, request }, {
  project,
}) => {
  const admin = await apiAs(request, 'admin')
  const data = async (answer: Promise<APIResponse>) => (await (await answer).json()).data
  const stamp = `${project.name}-${Date.now() % 100_000}`
  const departments = await data(admin.get('/departments?type=academic'))
  const department = departments.find((one: { name: string }) => one.name === 'Psychiatry')
  const batch = await data(admin.post('/batches', { name: `Moving ${stamp}`, current_year: '2nd Year' }))
  const student = await data(
    admin.post('/students', { name: `Bilal Mover ${stamp}`, email: `bilal-${stamp}@college.test`, batch_id: batch.id }),
  )
  for (const name of ['Ward East', 'Ward West'])
    await admin.post('/groups', { name, batch_id: batch.id, department_id: department.id })

  await openAs(page, 'student-affair', `/groups?batch=${batch.id}`)
  const east = await openStudents(page, 'Ward East')
  await expect(east.getByText('Students in Group')).toBeVisible()
  await expect(east.getByText('0/1')).toBeVisible()
  // A phone has no Shift.
  await expect(east.getByText(/^Shift and a click/)).toBeVisible({ visible: project.name === 'desktop' })
  await expectAccessible(page)
  await east.getByRole('checkbox', { name: new RegExp(student.name) }).check()
  await east.getByRole('button', { name: 'Save Changes' }).click()
  await expect(east).toBeHidden()
  await openStudents(page, 'Ward East')
  await expect(east.getByText('In Group', { exact: true })).toBeVisible()
  await expect(east.getByText('1/1')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(east).toBeHidden()

  const west = await openStudents(page, 'Ward West')
  await expect(west.getByText('Ward East')).toBeVisible()
  await west.getByRole('checkbox', { name: new RegExp(student.name) }).check()
  await west.getByRole('button', { name: 'Save Changes' }).click()
  await expect(west).toBeHidden()

  const links = await data(admin.get(`/student-groups/student/${student.id}/active`))
  expect(links.map((link: { group: { name: string } }) => link.group.name)).toEqual(['Ward West'])
  const former = await data(admin.get(`/student-groups/student/${student.id}/inactive`))
  expect(former.map((link: { group: { name: string } }) => link.group.name)).toEqual(['Ward East'])

  // Held back at the year's turn the student leaves the group for the junior batch; undone, everything is as before.
  const junior = await data(admin.post('/batches', { name: `Junior ${stamp}`, current_year: '2nd Year' }))
  await page.goto(`/batches?q=${stamp}&modal=promote&id=${batch.id}`)
  const promoting = page.getByRole('dialog', { name: 'Promote Batch' })
  await promoting.getByRole('button', { name: 'Held back (0)' }).click()
  await promoting.getByRole('checkbox', { name: student.name }).check()
  await promoting.getByRole('combobox', { name: 'Who is held back moves to' }).selectOption(junior.name)
  await expectAccessible(page)
  await promoting.getByRole('button', { name: 'Promote', exact: true }).click()
  await expect(promoting).toBeHidden()
  const read = () => data(admin.get(`/students/${student.id}`))
  expect((await read()).batch.id).toBe(junior.id)
  await page.getByRole('button', { name: `Undo the year’s turn of ${batch.name}` }).click()
  const undoing = page.getByRole('dialog', { name: 'Undo the year’s turn' })
  await expect(undoing.getByText('1 held back, 1 of them moved to another batch')).toBeVisible()
  await expectAccessible(page)
  await undoing.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(undoing).toBeHidden()
  expect((await read()).batch.id).toBe(batch.id)
  expect(await data(admin.get(`/student-groups/student/${student.id}/active`))).toEqual(links)
})
