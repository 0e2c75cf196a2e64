import type { Page } from '@playwright/test'

interface RequestTime {
  path: string
  start: number
  end: number
  bytes: number
}

export interface Traffic {
  /** Requests over the network, the page itself included. */
  requests: number
  /** Transferred, as the browser counts it: 300 for the head of each answer. */
  bytes: number
  calls: number
  callBytes: number
  /** Calls that were made again. */
  repeated: number
  /** Rounds of calls until the screen could be used: those of a round begin before its first answer. */
  rounds: number
  /** Bytes of scripts, styles and pictures. */
  fileBytes: number
  /** Bytes of the files that were asked for until the screen could be used. */
  usableBytes: number
  /** Bytes of the files that were asked for until the script of the sign-in was there, if the page has one. */
  signInBytes: number
}

interface Span {
  /** On the page's clock: only what is asked for from then on. */
  from?: number
  usable: number
}

/** Resource Timing says what the page has asked for; what a worker had kept is 0 bytes. */
export async function trafficOf(page: Page, { from = -1, usable }: Span): Promise<Traffic> {
  const all = await page.evaluate(() => {
    const entries = ['navigation', 'resource'].flatMap(
      (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
    )
    return entries.map(({ name, startTime, responseEnd, transferSize }) => {
      const { pathname, search } = new URL(name)
      return { path: pathname + search, start: startTime, end: responseEnd, bytes: transferSize }
    })
  })
  const signIn = all.find(({ path }) => path.startsWith('/assets/sign-in-'))
  const within = all.filter(({ start }) => start >= from)
  const transferred = within.filter(({ bytes }) => bytes > 0)
  const calls = within.filter(({ path }) => path.startsWith('/api/'))
  const until = (end: number) => transferred.filter(({ start }) => start <= end)
  return {
    requests: transferred.length,
    bytes: sum(transferred),
    calls: calls.length,
    callBytes: sum(calls),
    repeated: calls.length - new Set(calls.map(({ path }) => path)).size,
    rounds: roundsOf(calls.filter(({ start }) => start <= usable)),
    fileBytes: sum(transferred.filter(({ path }) => /^\/(?:assets\/|[\w-]+\.\w+$)/.test(path))),
    usableBytes: sum(until(usable)),
    signInBytes: sum(until(Math.max(usable, signIn?.end ?? 0))),
  }
}

const sum = (asked: RequestTime[]) => asked.reduce((total, { bytes }) => total + bytes, 0)

function roundsOf(calls: RequestTime[]): number {
  let rounds = 0
  let answered = Number.NEGATIVE_INFINITY
  for (const { start, end } of calls.toSorted((a, b) => a.start - b.start)) {
    const isNext = start >= answered
    if (isNext) rounds += 1
    answered = isNext ? end : Math.min(answered, end)
  }
  return rounds
}
