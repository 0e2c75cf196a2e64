import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible } from './steps.ts'

for (const address of ['/login', '/tasks'])
  test(`a browser that is too old is told so, and which are not: ${address}`, async ({ page }) => {
    // All that the app asks an old browser for.
    await page.addInitScript(() => Object.assign(CSS, { supports: () => false }))
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This browser is too old for Clinical eLog' })).toBeVisible()
    await expect(page.getByText('Firefox 120')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expectAccessible(page)
  })
