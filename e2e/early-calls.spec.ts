import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { signIn } from './steps.ts'

const PATHS = /\/api\/(?:start|departments)\b/

/** Opens an address whose code is held back until what is returned is called; `asked` are the calls since. */
async function openWithoutCode(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (PATHS.test(request.url())) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(address, { waitUntil: 'commit' })
  return { asked, arrive: resolve }
}

/** The service worker would give the code: here it comes from the server each time. */
test.use({ serviceWorkers: 'block' })

test('an address that was opened before asks before its code is there, and only once @phone', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/department')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('opening-calls'))).toContain('/department')
  const { asked, arrive } = await openWithoutCode(page, '/department')
  await expect.poll(() => asked.toSorted()).toEqual(['/api/departments', '/api/start'])
  arrive()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toHaveLength(2)
})

declare global {
  interface Window {
    /** The rows that stood there when the screen's title came. */
    rowsAtFirst?: number
  }
}

test('a screen is drawn once, with the answers that came before its code', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/department')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('opening-calls'))).toContain('/department')
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('main h1')) window.rowsAtFirst ??= document.querySelectorAll('main tbody tr').length
    }).observe(document, { childList: true, subtree: true })
  })
  const answered = page.waitForEvent('requestfinished', (request) => request.url().includes('/api/departments'))
  const { arrive } = await openWithoutCode(page, '/department')
  await answered
  arrive()
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toBeVisible()
  expect(await page.evaluate(() => window.rowsAtFirst)).toBe(await rows.count())
})

test('who has left leaves nothing that a page could ask for', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/department')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('opening-calls'))).toContain('/department')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('opening-calls'))).toBeNull()
  const { asked, arrive } = await openWithoutCode(page, '/department')
  arrive()
  await expect(page).toHaveURL(/\/login$/)
  expect(asked).toEqual([])
})

test('what the person has asked for is not asked for when the address is opened again', { tag: '@desktop' }, async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/staff')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const exported = page.waitForEvent('download')
  await page.getByRole('menuitem').first().click()
  await exported
  await expect.poll(() => page.evaluate(() => localStorage.getItem('opening-calls'))).toContain('/staff')
  expect(await page.evaluate(() => localStorage.getItem('opening-calls'))).not.toContain('export')
})

test('the page of an address names the code of the dialog that it opens, and of no other', {
  tag: '@desktop',
}, async ({ request }) => {
  const codeIn = async (address: string) => [
    ...new Set(
      (await (await request.get(address)).text()).match(/(?:TakeAttendanceModal|SessionForm)(?=-[\w-]+\.js)/g),
    ),
  ]
  expect(await codeIn('/attendance?modal=take&id=1')).toEqual(['TakeAttendanceModal'])
  expect(await codeIn('/attendance?modal=add')).toEqual(['SessionForm'])
  expect(await codeIn('/attendance')).toEqual([])
})
