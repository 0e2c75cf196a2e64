import type { SecurityKind } from '../../shared/contract/security-log.ts'
import { networkOfAddress } from './networks.ts'

/** An event, as a request tells it. */
export interface SecurityEvent {
  kind: SecurityKind
  user: { id: number; name: string; email: string | null } | undefined
  /** The email or number of a sign-in, as typed. */
  typed: string | undefined
  address: string | null
  device: string | null
  detail: string | null
}

/** A row of the log, with what of it is stored already. */
export interface LogRow extends SecurityEvent {
  key: string
  at: Date
  lastAt: Date
  times: number
  /** Its id, once it is in the database, and how many times that row tells. */
  stored: { id: number; times: number } | undefined
}

/** Rows of a kind in a minute: from one source, and from all strangers together; and from those in a day. */
export const MOST = { fromOne: 20, fromStrangers: 100, inDay: 5000 }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MORE = 'Further ones in the same minute'

/** Nobody has to prove anything to bring it about, and it can come from a million addresses. */
const isStrangers = ({ kind, user }: SecurityEvent) => user === undefined && kind !== 'sign-in'

/** The row for all further ones of the same source: what they differ in is left out. */
function furtherOf({ kind, user, typed, address }: SecurityEvent): SecurityEvent {
  const isPersons = user !== undefined || kind === 'sign-in'
  return {
    kind,
    user,
    typed: kind === 'sign-in' ? typed?.toLowerCase() : undefined,
    address: isPersons || address === null ? null : networkOfAddress(address),
    device: null,
    detail: MORE,
  }
}

const keyOf = (event: SecurityEvent) => JSON.stringify({ ...event, user: event.user?.id })

/** Counts the rows that began, by what is counted; a count is forgotten when its time is over. */
function counter(forMs: number) {
  let period = 0
  let counts = new Map<string, number>()
  const of = (now: number, what: string) => {
    if (Math.floor(now / forMs) !== period) counts = new Map()
    period = Math.floor(now / forMs)
    return counts.get(what) ?? 0
  }
  return { of, add: (now: number, what: string) => counts.set(what, of(now, what) + 1) }
}

/**
 * The rows of this minute. Equal events are one row that counts them, and a caller with many different ones gets a last
 * row for all the rest, so that no flood fills the disk, and none hides what others did.
 */
export function logRows() {
  let minute = 0
  let rows = new Map<string, LogRow>()
  /** Rows of earlier minutes that are not stored as they are. */
  let leaving: LogRow[] = []
  const inMinute = counter(MINUTE_MS)
  const inDay = counter(DAY_MS)
  const isChanged = (row: LogRow) => row.times !== row.stored?.times

  function bounded(event: SecurityEvent, now: number): SecurityEvent {
    const { kind } = event
    const further = furtherOf(event)
    if (isStrangers(event) && (inMinute.of(now, kind) >= MOST.fromStrangers || inDay.of(now, kind) >= MOST.inDay))
      return { ...further, address: null }
    return inMinute.of(now, keyOf(further)) < MOST.fromOne ? event : further
  }

  return {
    add(given: SecurityEvent, at = new Date()): void {
      const now = at.getTime()
      if (Math.floor(now / MINUTE_MS) !== minute) {
        minute = Math.floor(now / MINUTE_MS)
        leaving = [...leaving, ...rows.values()].filter(isChanged)
        rows = new Map()
      }
      const event = rows.has(keyOf(given)) ? given : bounded(given, now)
      const key = keyOf(event)
      const row = rows.get(key)
      if (row) {
        row.times += 1
        row.lastAt = at
        return
      }
      rows.set(key, { ...event, key, at, lastAt: at, times: 1, stored: undefined })
      inMinute.add(now, keyOf(furtherOf(event)))
      if (!isStrangers(event)) return
      inMinute.add(now, event.kind)
      inDay.add(now, event.kind)
    },
    /** Returns the rows that differ from those in the database. */
    changed: (): LogRow[] => [...leaving, ...rows.values()].filter(isChanged),
    /** A row that could not be stored begins anew. */
    forget(row: LogRow): void {
      if (rows.get(row.key) === row) rows.delete(row.key)
      leaving = leaving.filter((one) => one !== row)
    },
  }
}
