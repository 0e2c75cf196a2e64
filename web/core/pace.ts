/** An answer that takes longer comes over a network where it does not help to wait a moment for the next one. */
const SLOW_MS = 150

let tookLast: number | undefined

/** Notes how long an answer took, in milliseconds. */
export function notePace(ms: number): void {
  tookLast = ms
}

/** How long the page itself took, until something has been asked for since. */
function pageTook(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page ? page.responseStart - page.startTime : 0
}

/** Whether the last answer was long in coming: then the next one will be too. */
export const isSlowNetwork = (): boolean => (tookLast ?? pageTook()) > SLOW_MS
