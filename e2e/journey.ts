import { test as base, expect } from '@playwright/test'

/** A journey in which the browser refuses nothing of ours: what the page's policy forbids, no screen may need. */
export const test = base.extend({
  page: async ({ page }, use, info) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(`${page.url()}: ${message.text()}`)
    })
    await use(page)
    if (info.status !== info.expectedStatus) await page.screenshot({ path: info.outputPath('failed.png') })
    expect(refused).toEqual([])
  },
})
