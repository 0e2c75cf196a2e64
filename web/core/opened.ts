let openedAt = Number.POSITIVE_INFINITY

/** Notes that an address is opened now; a dialog over a screen has an address too. */
export function markOpened(at = Date.now()): void {
  openedAt = at
}

const FRESH_MS = 30_000

/**
 * Returns how long an answer is fresh that is read at each opening of its address, as the record of a form, over whose
 * stale copy nothing could be saved, and figures that others change. An answer that came before the code of its screen
 * did is not asked for twice.
 */
export const sinceOpened = ({ state }: { state: { dataUpdatedAt: number } }) =>
  state.dataUpdatedAt >= openedAt ? FRESH_MS : 0
