import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, chooseGroup, expectAccessible, openAs } from './steps.ts'

test('a head of an academic department cannot reach another department by any route @desktop', async ({
  page,
  request,
}) => {
  const admin = await apiAs(request, 'admin')
  const hod = await apiAs(request, 'hod')
  const read = async (path: string) => (await (await admin.get(path)).json()).data
  const departments = await read('/departments?type=academic')
  const surgery = departments.find((one: { name: string }) => one.name === 'Surgery')
  const [surgeon] = await read(`/staff?department_id=${surgery.id}`)
  const [batch] = await read('/batches')
  const [group] = await read(`/groups?department_id=${surgery.id}`)

  // By hand-written request: foreign ids do not exist, and nothing is made or moved there.
  for (const path of [
    `/staff/${surgeon.id}`,
    `/groups/${group.id}`,
    `/groups/${group.id}/students`,
    `/student-groups/group/${group.id}/active`,
    `/students/department/${surgery.id}`,
  ])
    expect([path, (await hod.get(path)).status()]).toEqual([path, 404])
  expect((await (await hod.get(`/staff?department_id=${surgery.id}`)).json()).meta.total).toBe(0)
  expect((await (await hod.get(`/groups?department_id=${surgery.id}`)).json()).meta.total).toBe(0)
  expect((await (await hod.get(`/students?department_id=${surgery.id}`)).json()).meta.total).toBe(0)
  expect((await hod.put(`/staff/${surgeon.id}`, { name: 'Mine now' })).status()).toBe(404)
  expect((await hod.delete(`/staff/${surgeon.id}`)).status()).toBe(404)
  expect((await hod.post(`/users/${surgeon.user_id}/initial-password`, {})).status()).toBe(404)
  const roles = await read('/roles')
  const faculty = roles.find((one: { name: string }) => one.name === 'faculty')
  expect((await hod.post('/roles/assign-to-user', { user_id: surgeon.user_id, role_id: faculty.id })).status()).toBe(
    422,
  )
  const person = {
    name: 'Dr. Smuggled In',
    email: `smuggled-${Date.now()}@college.test`,
    department_id: surgery.id,
    designation_id: surgeon.designation.id,
  }
  expect((await hod.post('/staff', person)).status()).toBe(403)
  const exported = await (await hod.get('/staff/export?format=csv')).text()
  expect(exported).not.toContain(surgeon.user.email)
  const groups = await (await hod.get('/groups/export?format=csv')).text()
  expect(groups).not.toContain('Surgery')

  // By the screens and their addresses.
  await openAs(page, 'hod', '/staff')
  await expect(page.getByText('You can only see the staff of your own department: Medicine.')).toBeVisible()
  await expect(page.getByText('Dr. Sana Iftikhar').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Surgery')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/staff?modal=view&id=${surgeon.id}`)
  await expect(page.getByRole('dialog', { name: 'View Staff' }).getByText('not found')).toBeVisible()
  await page.goto(`/groups?batch=${batch.id}&department_id=${surgery.id}`)
  const filters = page.getByRole('button', { name: /^Filters/ })
  if ((await filters.getAttribute('aria-expanded')) !== 'true') await filters.click()
  await expect(page.getByLabel('Department')).toBeDisabled()
  await expect(page.getByText('Your department')).toBeVisible()
  await expect(page.getByRole('main').getByText('Surgery', { exact: true })).toHaveCount(0)
  await page.goto(`/groups?modal=view&id=${group.id}`)
  await expect(page.getByRole('dialog', { name: 'View Group' }).getByText('not found')).toBeVisible()
  await page.goto('/tasks')
  await chooseGroup(page, /Group A/)
})
