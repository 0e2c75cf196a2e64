import { expect } from '@playwright/test'
import { startProvider } from '../server/testing/provider.ts'
import { test } from './journey.ts'
import { expectAccessible } from './steps.ts'

const publicUrl = `http://127.0.0.1:${process.env.E2E_NEW_PORT}`

test.use({ baseURL: publicUrl })

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

test('the identity provider signs in from the page of the sign-in, at both widths', {
  tag: '@desktop',
}, async ({ page }) => {
  const told = { email: 'First@college.test', email_verified: true }
  const start = () => startProvider({ port: Number(process.env.E2E_PROVIDER_PORT), publicUrl, told })
  const button = page.getByRole('button', { name: 'Sign in with the portal' })

  // While it is away, nothing but its button does not work.
  await page.goto('/login')
  await button.click()
  await expect(page.getByRole('alert')).toContainText('“Sign in with the portal” does not work just now.')
  await expectAccessible(page)

  const identity = await start()
  try {
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      await page.goto('/login')
      await expect(button).toBeVisible()
      await expectAccessible(page)
      await button.click()
      await expect(page).toHaveURL(`${publicUrl}/dashboard`)
      await page.getByRole('button', { name: /^User menu/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(page).toHaveURL(`${publicUrl}/login`)
    }
    // A code that another browser was given is none of this one's.
    await page.goto('/signed-in-elsewhere?code=x&state=y')
    await expect(page.getByRole('alert')).toHaveText(
      'This sign-in was begun elsewhere, or too long ago. Please begin again.',
    )
    await expect(page).toHaveURL(`${publicUrl}/signed-in-elsewhere`)
    await expectAccessible(page)
  } finally {
    identity.close()
  }
})
