/** A slower answer comes over a network where waiting a moment for the next one does not help. */
const SLOW_MS = 150

let tookLast: number | undefined

/** Notes the milliseconds of an answer. */
export function notePace(ms: number): void {
  tookLast = ms
}

/** Returns the milliseconds of the page itself, which count until a call has been made. */
function pageTook(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page ? page.responseStart - page.startTime : 0
}

/** Returns true when the last answer was slow: then the next one will be too. */
export const isSlowNetwork = (): boolean => (tookLast ?? pageTook()) > SLOW_MS
