import { expect, type Page } from '@playwright/test'

/** An answer that asks for more has asked by then. The browser's own `networkidle` waits half a second at each address. */
const QUIET_MS = 100

/** Follows the calls of a page. The answer waits until nothing is under way, and nothing has been for a moment. */
export function followCalls(page: Page): () => Promise<void> {
  let underWay = 0
  let changedAt = performance.now()
  const count = (by: number) => () => {
    underWay += by
    changedAt = performance.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return () =>
    expect
      .poll(() => underWay <= 0 && performance.now() - changedAt > QUIET_MS, { intervals: [QUIET_MS / 4] })
      .toBe(true)
}
