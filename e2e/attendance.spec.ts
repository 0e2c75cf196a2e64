import { expect, test } from '@playwright/test'
import { apiAs, expectAccessible, signIn } from './steps.ts'

test('attendance is taken on a bad network, and reaches the server once', async ({ page, request, context }, {
  project,
}) => {
  const hod = await apiAs(request, 'hod')
  const read = async (path: string) => (await (await hod.get(path)).json()).data
  const [group] = (await read('/groups?batch_id=2')).filter(
    (one: { name: string }) => one.name === (project.name === 'phone' ? 'Group B' : 'Group C'),
  )
  const [teacher] = await read('/staff?status=active')
  const today = new Date().toISOString().slice(0, 10)
  const session = (
    await (
      await hod.post('/attendance-sessions', {
        department_id: group.department_id,
        batch_id: group.batch_id,
        group_id: group.id,
        staff_id: teacher.id,
        activity_date: today,
        start_time: '06:00',
        end_time: '07:00',
      })
    ).json()
  ).data

  await signIn(page, 'hod')
  const list = `/attendance?department_id=${group.department_id}&batch_id=2&group_id=${group.id}&fetched=yes`
  await page.goto(`${list}&modal=take&id=${session.id}`)
  const taking = page.getByRole('dialog', { name: 'Take Attendance' })
  await expect(taking.getByText('Not marked yet').first()).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(true)
  await taking
    .getByRole('button', { name: /Absent/ })
    .first()
    .click()
  await taking.getByRole('button', { name: 'Mark the rest present' }).click()
  await taking.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Waiting/).first()).toBeVisible()
  expect((await read(`/attendance-sessions/${session.id}`)).status).toBe('pending')

  await context.setOffline(false)
  await expect
    .poll(async () => (await read(`/attendance-sessions/${session.id}`)).counts, { timeout: 45_000 })
    .toMatchObject({ absent: 1, leave: 0 })
  await page.goto(list)
  await expect(page.getByRole('button', { name: /^Update Attendance/ }).first()).toBeVisible()
  await expectAccessible(page)
})

test('a student sees the own record; a head sees and exports the report', async ({ page, browser }) => {
  await signIn(page, 'student')
  await page.goto('/student-attendance')
  await expect(page.getByRole('heading', { level: 1, name: 'Student Attendance Records' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Medicine', exact: true })).toBeVisible()
  await expect(page.getByText('present only').first()).toBeVisible()
  await expectAccessible(page)

  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signIn(office, 'principal')
  await office.goto('/reports?department_id=1&batch_id=2&fetched=yes')
  await expect(office.getByText('Ayesha Siddiqui').first()).toBeVisible()
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Export' }).click()
  const download = office.waitForEvent('download')
  await office.getByRole('menuitem', { name: /PDF/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^student-reports-\d{4}-\d\d-\d\d\.pdf$/)
  await office.context().close()
})
