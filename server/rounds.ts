export interface Rounds {
  /** Does the work now, unless it is under way; resolves when it is done. A failure of it is told, and not thrown. */
  round(): Promise<void>
  isBusy(): boolean
  /** Begins no further round, and gives the one that is under way. */
  stop(): Promise<void> | undefined
}

/** Does a work again and again, never twice at once. */
export function inRounds(work: () => Promise<void>, everyMs: number, onFailure: (error: unknown) => void): Rounds {
  let under: Promise<void> | undefined
  const round = () => {
    under ??= work()
      .catch(onFailure)
      .finally(() => {
        under = undefined
      })
    return under
  }
  const timer = setInterval(round, everyMs).unref()
  return {
    round,
    isBusy: () => under !== undefined,
    stop: () => {
      clearInterval(timer)
      return under
    },
  }
}
