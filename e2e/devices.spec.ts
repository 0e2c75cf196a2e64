import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { DEMO_PASSWORD, expectAccessible, expectReadableInTheDark, signIn } from './steps.ts'

/** Each width takes an account of its own: other journeys sign in to it too, and go on. */
const accountOf = (name: string) => (name === 'phone' ? 'student-affair' : 'clerk')

test('another device is signed out from here, and must sign in again', async ({ page, request }, { project }) => {
  const account = accountOf(project.name)
  const data = { email: `${account}@college.test`, password: DEMO_PASSWORD }
  const headers = { 'user-agent': 'Lost-phone/1.0' }
  const { access_token } = await (await request.post('/api/login', { data, headers })).json()
  const me = async () =>
    (await request.get('/api/auth/me', { headers: { authorization: `Bearer ${access_token}` } })).status()
  expect(await me()).toBe(200)

  await signIn(page, account)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Signed-in devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signed-in devices' })
  await expect(dialog.getByRole('listitem').first()).toContainText('This device')
  await expectAccessible(page)
  await expectReadableInTheDark(page)
  const lost = dialog.getByRole('listitem').filter({ hasText: 'Lost-phone/1.0' })
  await expect(lost).toHaveCount(1)
  await lost.getByRole('button', { name: /^Sign out Lost-phone/ }).click()
  await expect(lost).toHaveCount(0)
  expect(await me()).toBe(401)
})
