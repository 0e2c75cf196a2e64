let openedAt = Number.POSITIVE_INFINITY

/** Notes that an address is opened now: a dialog over a screen is an address too. */
export function markOpened(at = Date.now()): void {
  openedAt = at
}

const FRESH_MS = 30_000

/**
 * How long the record of a form is fresh: a form over a stale one would be refused when it is saved, so only what was
 * read since its address was opened counts.
 */
export const sinceOpened = ({ state }: { state: { dataUpdatedAt: number } }) =>
  state.dataUpdatedAt >= openedAt ? FRESH_MS : 0
