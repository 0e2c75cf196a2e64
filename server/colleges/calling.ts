/** Told by a process that answers, by way of the first one, to the others that answer: these colleges call here. */
export interface Calling {
  calling: string[]
}

/** Less than the time for which a college counts as calling after its call. */
const TELL_MS = 400
/** Any college sees by two names that another one calls. */
const ENOUGH = 2

/** Returns what notes a call. It tells at once who calls, and then twice in a second at the most. */
export function callsToldTo(tell: (calling: Calling) => void): (name: string) => void {
  const names = new Set<string>()
  let waiting: NodeJS.Timeout | undefined

  function tellNow(): void {
    waiting = undefined
    if (names.size === 0) return
    tell({ calling: [...names] })
    names.clear()
    waiting = setTimeout(tellNow, TELL_MS).unref()
  }

  return (name) => {
    if (names.size < ENOUGH) names.add(name)
    if (!waiting) tellNow()
  }
}
