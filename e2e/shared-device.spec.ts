import { expect, type Page } from '@playwright/test'
import { everything, kept } from './device.ts'
import { test } from './journey.ts'
import { markRegister, newSession } from './registers.ts'
import { DEMO_PASSWORD, signIn } from './steps.ts'

async function enterHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

test('a shared device forgets whom the first person looked at, and still sends what they had marked', {
  tag: '@phone',
}, async ({ page, request, context }) => {
  // A group that nobody joins meanwhile, and nobody leaves (taking-attendance.spec.ts).
  const session = await newSession(request, 'Group D', '04:00', '05:00')
  const students = await session.students()
  await signIn(page, 'hod')
  const { name, email } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  const personal = [
    name,
    email,
    'Typed by the first',
    ...students.flatMap((one) => [one.name, one.roll_no ?? one.name]),
  ]
  const found = (text: string) => personal.filter((word) => text.includes(word))

  // A form half filled in, a register that was read, and entries that wait for the network.
  await page.goto(`${session.list}&modal=add`)
  await page.getByRole('dialog').getByLabel('Remarks').fill('Typed by the first')
  await page.goto(session.taking)
  const taking = page.getByRole('dialog', { name: 'Take Attendance' })
  await markRegister(taking)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await taking.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(taking.getByText('Waiting', { exact: true })).toBeVisible()
  // Until the save has given up, the dialog stays.
  await expect(taking.getByRole('button', { name: 'Close' })).toHaveCount(2)
  await taking.getByRole('button', { name: 'Close' }).last().click()
  expect(found(await everything(page)).length).toBeGreaterThan(students.length)

  // The server ends the login, and nobody signs in.
  await page.evaluate(() => Object.assign(window, { whatTheFirstSaw: 'still in memory' }))
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } })
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(async () => found((await kept(page)).device)).toEqual([])

  // The next person, in the same tab.
  await enterHere(page, 'faculty@college.test')
  await expect.poll(async () => found(await everything(page))).toEqual([])
  expect(await page.evaluate(() => 'whatTheFirstSaw' in window)).toBe(false)
  expect((await session.now()).status).toBe('pending')
  await page.goto(`${session.list}&modal=add`)
  await expect(page.getByRole('dialog').getByLabel('Remarks')).toHaveValue('')

  // The first is back: what they had marked is sent.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await enterHere(page, email)
  await expect.poll(async () => (await session.now()).counts).toMatchObject({ absent: 1 })
})
