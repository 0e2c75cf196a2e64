import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CLIENT } from '../server/testing/provider-client.ts'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'

// The workers read this file too, and must find what the first reading chose.
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000))
process.env.E2E_NEW_PORT ??= String(40_000 + (process.pid % 20_000))
process.env.E2E_PROVIDER_PORT ??= String(10_000 + (process.pid % 10_000))
if (!process.env.E2E_DATA_DIR) {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-e2e-'))
  chmodSync(directory, 0o755)
  process.env.E2E_DATA_DIR = directory
  // By then the servers have stopped; a global teardown would come before that.
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
}
// A journey says "today" of what the demo was filled with before: near midnight the colleges are further east, where
// the day has just begun.
process.env.E2E_TIMEZONE ??= hourIn('Asia/Karachi') < 23 ? 'Asia/Karachi' : 'Asia/Tokyo'
const { E2E_PORT, E2E_NEW_PORT, E2E_PROVIDER_PORT, E2E_DATA_DIR, E2E_TIMEZONE } = process.env
const { executablePath, env } = findBrowser()
const baseURL = `http://127.0.0.1:${E2E_PORT}`

// Long journeys wait for `LONG_JOURNEYS`.
const isLong = Boolean(process.env.LONG_JOURNEYS)
const leftOut = (...tags: string[]) => new RegExp(`@(?:${tags.join('|')})\\b`)

/**
 * Journeys over the demo college of the built product, each at desktop and phone width. One whose steps are the same at
 * every width says with a tag where it runs (`@phone`), or where it runs each time (`@daily-phone`).
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  // A slow machine takes a minute for the longest walks.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/report.json' }],
  ],
  use: {
    baseURL,
    // Recording costs a third of the time: ask for it with `--trace on`.
    trace: 'off',
    // Playwright would draw each page at its end, lest it fail then: a tenth of the browser's time (journey.ts).
    screenshot: 'off',
    launchOptions: { executablePath, args: BROWSER_FLAGS, env: { ...process.env, ...env } as Record<string, string> },
  },
  projects: [
    // Keeping the screens' files on a new device takes a third of the browser's time. The phone does it in each journey,
    // the desktop in those that ask for it.
    {
      name: 'desktop',
      grepInvert: isLong ? leftOut('phone') : leftOut('phone', 'daily-phone', 'long'),
      use: { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' },
    },
    {
      name: 'phone',
      grepInvert: isLong ? leftOut('desktop') : leftOut('desktop', 'daily-desktop', 'long'),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  // The demo college, and one that is new: nothing in it but its first administrator, and an identity provider, which its
  // journey starts (provider.spec.ts).
  webServer: [
    server(E2E_PORT, 'demo', ['--demo']),
    server(E2E_NEW_PORT, 'new', [], {
      ADMIN_EMAIL: 'first@college.test',
      ADMIN_PASSWORD: 'First-Admin-1',
      PUBLIC_URL: `http://127.0.0.1:${E2E_NEW_PORT}`,
      OIDC_ISSUER: `http://127.0.0.1:${E2E_PROVIDER_PORT}`,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Sign in with the portal',
    }),
  ],
})

function hourIn(timeZone: string): number {
  return Temporal.Now.zonedDateTimeISO(timeZone).hour
}

function server(port: string, directory: string, options: string[], more: Record<string, string> = {}) {
  return {
    command: `"${process.execPath}" scripts/start.js ${options.join(' ')}`,
    cwd: join(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/api/health`,
    env: {
      PORT: port,
      DATA_DIR: join(E2E_DATA_DIR as string, directory),
      DATABASE_URL: '',
      FILES_URL: '',
      SMTP_URL: '',
      COLLEGE_TIMEZONE: E2E_TIMEZONE as string,
      ...more,
    },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    timeout: 120_000,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
  }
}
