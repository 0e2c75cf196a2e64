import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs } from './steps.ts'

test('an administrator adds a field, and fills it in with a student @desktop', async ({ page, request }, {
  project,
}) => {
  const mark = `${project.name.slice(0, 1).toUpperCase()}${Date.now() % 1_000_000}`
  const api = await apiAs(request, 'admin')
  // Other journeys add students without a batch, and remove them.
  const [student] = (await (await api.get('/students?q=student@college.test')).json()).data
  await openAs(page, 'admin', '/own-fields')
  await expect(page.getByRole('row', { name: /CNIC/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add New Own Field' })
  await form.getByLabel('Name').fill(`Guardian ${mark}`)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toBeVisible()

  await page.goto(`/students?batch=${student.batch_id}&modal=edit&id=${student.id}`)
  const edited = page.getByRole('dialog', { name: 'Edit Student' })
  await edited.getByLabel(`Guardian ${mark}`).fill(`Uncle ${mark}`)
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(edited).toBeHidden()
  await page.getByLabel('Search students').fill(`uncle ${mark}`)
  await expect(page.getByRole('row', { name: new RegExp(student.name) })).toBeVisible()
  await page.goto(`/students/${student.id}`)
  await expect(page.getByText(`Uncle ${mark}`)).toBeVisible()

  const [field] = (await (await api.get('/own-fields')).json()).data.filter(({ name }: { name: string }) =>
    name.includes(mark),
  )
  await api.put(`/students/${student.id}`, { own: { [field.id]: null } })
  expect((await api.delete(`/own-fields/${field.id}`)).status()).toBe(200)
})
