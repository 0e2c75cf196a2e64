import AxeBuilder from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const DEMO_PASSWORD = 'ClinicalElog1'
type DemoAccount = 'admin' | 'principal' | 'hod' | 'faculty' | 'clerk' | 'student-affair' | 'student'

export async function signIn(page: Page, account: DemoAccount): Promise<void> {
  await enter(page, `${account}@college.test`, DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/**
 * Opens a screen as somebody who has signed in before. It spares the form and the dashboard, which sign-in.spec.ts
 * walks.
 */
export async function openAs(page: Page, account: DemoAccount, address: string): Promise<void> {
  const data = { email: `${account}@college.test`, password: DEMO_PASSWORD }
  const { access_token, token_type, user } = await (await page.request.post('/api/login', { data })).json()
  const kept = { token: access_token, token_type, user: JSON.stringify(user), isAuthenticated: 'true' }
  // The lightest file of the same origin.
  await page.goto('/favicon.svg')
  await page.evaluate((entries) => Object.assign(localStorage, entries), kept)
  await page.goto(address)
}

/** Fills in the login form and sends it. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A token to call the API with, and what the calls need of it. */
export async function apiAs(request: APIRequestContext, account: DemoAccount) {
  const data = { email: `${account}@college.test`, password: DEMO_PASSWORD }
  const { access_token } = await (await request.post('/api/login', { data })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  return {
    get: (path: string) => request.get(`/api${path}`, { headers }),
    put: (path: string, body: unknown) => request.put(`/api${path}`, { headers, data: body }),
    post: (path: string, body: unknown) => request.post(`/api${path}`, { headers, data: body }),
    patch: (path: string) => request.patch(`/api${path}`, { headers }),
    send: (path: string, multipart: Record<string, string | ReturnType<typeof pdfFile>>) =>
      request.post(`/api${path}`, { headers, multipart }),
    delete: (path: string) => request.delete(`/api${path}`, { headers }),
  }
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** A busy machine takes ten seconds for one look. */
const LOOKED_AT_MS = 60_000

/**
 * Our pages have no frames of others: the mode that looks into none takes a third of the time. A page on which something
 * is just fading in is looked at again.
 */
async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  axe.setLegacyMode()
  const found = async () => {
    const { violations } = await axe.analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }
  await expect.poll(found, { timeout: LOOKED_AT_MS }).toEqual([])
}

/** No violation that axe can find, and no sideways scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }))
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

/** Expects no violation on the same page in its dark colours, which are all that differs then. */
export async function expectReadableInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectNoViolations(new AxeBuilder({ page }).withRules(COLOUR_RULES))
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Opens the collapsed filter panel and chooses department (unless locked) and group by their names. */
export async function chooseGroup(page: Page, group: RegExp, department?: string): Promise<void> {
  const toggle = page.getByRole('button', { name: /^Filters/ })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
  if (department) await page.getByLabel('Department').selectOption({ label: department })
  const picker = page.getByLabel('Group')
  const option = picker.locator('option', { hasText: group }).first()
  await expect(option).toBeAttached()
  await picker.selectOption((await option.getAttribute('value')) ?? '')
}

/** A real PDF of one empty page. */
export function pdfFile(name: string) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 4\n0000000000 65535 f \n${entries}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text) }
}
