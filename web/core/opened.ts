let openedAt = Number.POSITIVE_INFINITY

/** Notes that an address is opened now; a dialog over a screen has an address too. */
export function markOpened(at = Date.now()): void {
  openedAt = at
}

const FRESH_MS = 30_000

/**
 * Returns how long the record of a form is fresh. Saving a form over a stale record would be refused, so only a read
 * since the opening of its address counts.
 */
export const sinceOpened = ({ state }: { state: { dataUpdatedAt: number } }) =>
  state.dataUpdatedAt >= openedAt ? FRESH_MS : 0
