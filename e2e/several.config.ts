import { defineConfig } from '@playwright/test'
import everything from './playwright.config.ts'

const { webServer: _, projects: __, ...common } = everything

/** Some journeys over processes that run already, behind nginx (server/tests/deploy/several.long.test.ts). */
export default defineConfig(common, {
  testMatch: /(?:sign-in|task-loop|taking-attendance|library|groups)\.spec\.ts$/,
  reporter: [['list']],
  workers: 1,
  use: { baseURL: process.env.E2E_SEVERAL_URL },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
})
