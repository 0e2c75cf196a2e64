import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { collegeDay } from './days.ts'
import { keptOnDevice } from './device.ts'
import { test } from './journey.ts'
import { newSession } from './registers.ts'
import { apiAs, expectAccessible, signIn } from './steps.ts'

test.use({ serviceWorkers: 'allow' })

const dialog = (page: Page, name = 'Take Attendance') => page.getByRole('dialog', { name })
const choose = (page: Page, status: string, nth = 0) =>
  page.getByRole('list', { name: 'Students' }).getByRole('button', { name: status, exact: true }).nth(nth).click()

test('attendance is taken on a bad network, a reload included, and reaches the server once @daily-phone', async ({
  page,
  request,
  context,
}, { project }) => {
  const session = await newSession(request, project.name === 'phone' ? 'Group B' : 'Group C', '06:00', '07:00')
  await signIn(page, 'hod')
  await page.goto(session.taking)
  const taking = dialog(page)
  await expect(taking.getByText('Not marked yet').first()).toBeVisible()
  await expectAccessible(page)
  await keptOnDevice(page)

  await context.setOffline(true)
  await choose(page, 'Absent')
  await choose(page, 'Leave', 1)
  await page.reload()
  await expect(taking.getByRole('status').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
  const students = taking.getByRole('list', { name: 'Students' }).getByRole('listitem')
  const pressed = students.getByRole('button', { pressed: true })
  // The third is not marked: absent by default.
  await expect(students.nth(0).getByText('Not marked yet')).toHaveCount(0)
  await expect(students.nth(2).getByText('Not marked yet')).toHaveCount(1)
  for (const [nth, word] of ['Absent', 'Leave', 'Absent'].entries()) await expect(pressed.nth(nth)).toHaveText(word)
  await taking.getByRole('button', { name: 'Mark the rest present' }).click()
  await taking.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Waiting/).first()).toBeVisible()
  expect((await session.now()).status).toBe('pending')
  const joined = await session.someoneJoins()

  // The screen that the person has gone to does not matter.
  await page.goto('/dashboard')
  await context.setOffline(false)
  await expect
    .poll(async () => (await session.now()).counts, { timeout: 45_000 })
    .toMatchObject({ absent: 2, leave: 1 })
  await page.goto(session.list)
  await expect(page.getByText(`Joined the group meanwhile and saved as absent: ${joined}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Update Attendance/ }).first()).toBeVisible()
  await expectAccessible(page)
})

test('a register on a phone shows seven students, and marking moves nothing @phone', async ({ page, request }) => {
  const session = await newSession(request, 'Group A', '05:00', '05:30')
  await signIn(page, 'hod')
  await page.goto(session.taking)
  const rows = dialog(page).getByRole('list', { name: 'Students' }).getByRole('listitem')
  const save = dialog(page).getByRole('button', { name: 'Save', exact: true })
  const places = async () => {
    await expect(rows.first()).toBeVisible()
    return Promise.all([0, 1, 2, 3, 4, 5, 6].map((nth) => rows.nth(nth).boundingBox()))
  }
  const before = await places()
  const seventh = before[6]
  expect((seventh?.y ?? 0) + (seventh?.height ?? 0)).toBeLessThan((await save.boundingBox())?.y ?? 0)
  await choose(page, 'Absent', 2)
  await expect(rows.nth(2).getByRole('button', { name: /^Add remarks for/ })).toBeVisible()
  expect(await places()).toEqual(before)
})

test('of two people taking one session the second sees both and decides', async ({ page, browser, request }, {
  project,
}) => {
  const session = await newSession(request, project.name === 'phone' ? 'Group B' : 'Group C', '07:00', '08:00')
  const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signIn(other, 'faculty')
  await signIn(page, 'hod')
  for (const one of [page, other]) {
    await one.goto(session.taking)
    await expect(dialog(one).getByText('Not marked yet').first()).toBeVisible()
  }
  await choose(page, 'Absent')
  await dialog(page).getByRole('button', { name: 'Mark the rest present' }).click()
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Attendance saved successfully!')).toBeVisible()

  await dialog(other).getByRole('button', { name: 'Mark the rest present' }).click()
  await dialog(other).getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = dialog(other, 'Update Attendance')
  await expect(conflict.getByText(/saved meanwhile, with other marks than yours/)).toBeVisible()
  const row = conflict.getByRole('table', { name: 'Marks that differ' }).getByRole('row').nth(1)
  await expect(row).toContainText('Present')
  await expect(row).toContainText('Absent')
  await expectAccessible(other)
  expect((await session.now()).counts).toMatchObject({ absent: 1 })
  await conflict.getByRole('button', { name: 'Use mine' }).click()
  await expect(conflict).toBeHidden()
  expect((await session.now()).counts).toMatchObject({ absent: 0 })
  const entries = await session.entries()
  expect(new Set(entries.map((entry: { student_id: number }) => entry.student_id)).size).toBe(entries.length)

  // The first sees who changed what.
  await page.goto(session.taking)
  await dialog(page, 'Update Attendance').getByRole('button', { name: 'History' }).click()
  await expect(dialog(page, 'Update Attendance').getByText('Absent → Present')).toBeVisible()
  await other.context().close()
})

/** A group of sixty in a department of its own, with a session to take. */
async function groupOfSixty(request: APIRequestContext, browser: Browser, width: string) {
  const admin = await apiAs(request, 'admin')
  const made = async (path: string, body: object) => {
    const answer = await admin.post(path, body)
    expect([200, 201], await answer.text()).toContain(answer.status())
    return (await answer.json()).data
  }
  const department = await made('/departments', { name: `Dermatology ${width}`, type: 'academic', status: 'active' })
  const place = { department_id: department.id, batch_id: 3 }
  const group = await made('/groups', { ...place, name: 'Group of sixty', status: 'active' })
  const { data } = await (await admin.get('/students?batch_id=3&status=active&per_page=60')).json()
  const studentIds = data.map(({ id }: { id: number }) => id)
  expect(studentIds).toHaveLength(60)
  await made('/student-groups/assign', { group_id: group.id, student_ids: studentIds })
  const roles = (await (await admin.get('/roles')).json()).data
  const { id: roleId } = roles.find(({ name }: { name: string }) => name === 'faculty')
  const teacher = await made('/staff', {
    name: 'Dr Saira Anwar',
    email: `saira.${width}@college.test`,
    department_id: department.id,
    role_id: roleId,
    designation_id: (await (await admin.get('/designations')).json()).data[0].id,
    phone: '03001234567',
    gender: 'female',
    date_of_birth: '1980-01-01',
    date_of_joining: '2010-01-01',
    status: 'active',
  })
  const session = await made('/attendance-sessions', {
    ...place,
    group_id: group.id,
    staff_id: teacher.id,
    activity_date: collegeDay(),
    start_time: '06:00',
    end_time: '07:00',
  })
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage()
  await signIn(page, 'admin')
  await page.goto(`/attendance?department_id=${department.id}&batch_id=3&group_id=${group.id}&fetched=yes`)
  return { page, now: async () => (await (await admin.get(`/attendance-sessions/${session.id}`)).json()).data }
}

test(
  'a group of sixty is taken with one touch for each absent student and three more',
  { tag: '@phone' },
  async ({ request, browser }, { project }) => {
    const { page, now } = await groupOfSixty(request, browser, project.name)
    let touches = 0
    const touch = async (target: ReturnType<Page['getByRole']>) => {
      touches += 1
      await target.tap()
    }
    await touch(page.getByRole('button', { name: 'Take Attendance' }))
    const absent = page.getByRole('list', { name: 'Students' }).getByRole('button', { name: 'Absent', exact: true })
    await expect(absent).toHaveCount(60)
    for (const nth of [3, 21, 40, 59]) await touch(absent.nth(nth))
    await touch(page.getByRole('button', { name: 'Mark the rest present' }))
    await touch(page.getByRole('button', { name: 'Save', exact: true }))
    await expect(page.getByText('Attendance saved successfully!')).toBeVisible()
    expect(touches).toBe(4 + 3)
    expect((await now()).counts).toEqual({ present: 56, absent: 4, leave: 0 })
    await page.context().close()
  },
)
