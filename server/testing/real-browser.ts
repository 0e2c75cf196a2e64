import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { afterAll } from 'vitest'
import { BROWSER_FLAGS, findBrowser } from '../../e2e/browser.ts'
import type { Program } from './programs.ts'

/** A real browser for a test file, ended after it; called once, at the top. `program` is one that the test would rather have. */
export async function realBrowser(program?: Program): Promise<Browser> {
  const { executablePath, env } = program ? { executablePath: program.path, env: program.env } : findBrowser()
  const browser = await chromium.launch({
    executablePath,
    args: BROWSER_FLAGS,
    env: { ...process.env, ...env } as Record<string, string>,
  })
  afterAll(() => browser.close())
  return browser
}

/** A person's browser, signed in at its screen as anybody would. */
export async function signedIn(
  browser: Browser,
  { email, password }: { email: string; password: string },
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/dashboard$/)
  await page.close()
  return context
}
