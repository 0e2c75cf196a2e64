import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { openAs } from './steps.ts'

const SCREENS = {
  admin: [
    '/assessment?department_id=1&batch_id=1&group_id=1&fetched=yes&tab=assessments',
    '/skills',
    '/eligibility/lists',
    '/eligibility/documents',
    '/announcements',
    '/students/124',
    '/feedback',
    '/reporting',
  ],
  student: ['/my-results', '/leaves', '/student-attendance'],
} as const

for (const [account, addresses] of Object.entries(SCREENS))
  test(`on a tablet held upright no table of ${account} makes the page go sideways @desktop`, async ({ page }) => {
    await page.setViewportSize({ width: 769, height: 1024 })
    for (const [at, address] of addresses.entries()) {
      if (at === 0) await openAs(page, account as keyof typeof SCREENS, address)
      else await page.goto(address)
      // The rows have come, and not those of the skeleton.
      await expect(page.locator('table[aria-busy="false"] tbody tr').first()).toBeVisible()
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, address).toBe(0)
    }
  })
