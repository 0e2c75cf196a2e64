/** A person's last start, and the calls of the addresses opened then, kept on this device until the login ends. */
const KEY = 'start'
const CALLS = 'opening-calls'
const ROOM = 'today-room'

/** The name of the app's code, which every new version changes: another one may read a start in another form. */
const APP = import.meta.url

interface OwnedRecord<T> {
  owner: number
  validator: string
  start: T
}

/** Returns a person's last start, if this version of the app has kept it. */
export function readStart<T>(owner: number): OwnedRecord<T> | undefined {
  try {
    const kept: (OwnedRecord<T> & { app: string }) | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return kept?.owner === owner && kept.app === APP ? kept : undefined
  } catch {
    return undefined
  }
}

export function writeStart(kept: OwnedRecord<unknown>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, app: APP }))
  } catch {
    // Without room in the storage the start is asked for anew.
  }
}

interface OpeningCalls {
  owner: number
  /** The called paths below this server, by the address that needed them; the last opened address comes last. */
  calls: Record<string, string[]>
}

const ADDRESSES_MAX = 30

function readOpeningCalls(): OpeningCalls | undefined {
  try {
    const kept: Partial<OpeningCalls> | null = JSON.parse(localStorage.getItem(CALLS) ?? 'null')
    return kept?.owner && kept.calls ? { owner: kept.owner, calls: kept.calls } : undefined
  } catch {
    return undefined
  }
}

/** Keeps the calls of an address, so that the page can make them before any code is loaded. */
export function writeOpeningCalls(owner: number, address: string, asked: string[]): void {
  const kept = readOpeningCalls()
  const { [address]: _, ...others } = kept?.owner === owner ? kept.calls : {}
  const last = Object.entries(others).slice(1 - ADDRESSES_MAX)
  try {
    localStorage.setItem(CALLS, JSON.stringify({ owner, calls: { ...Object.fromEntries(last), [address]: asked } }))
  } catch {
    // Without room in the storage the code makes the calls, as at a first visit.
  }
}

interface Room {
  owner: number
  width: number
  height: number
}

function keptRoom(): Room | null {
  try {
    return JSON.parse(localStorage.getItem(ROOM) ?? 'null')
  } catch {
    return null
  }
}

/** Returns the height of a person's day on the dashboard in pixels, for a window of this width; 0 when unknown. */
export function readRoom(owner: number): number {
  const kept = keptRoom()
  return kept?.owner === owner && kept.width === innerWidth ? kept.height : 0
}

export function writeRoom(owner: number, height: number): void {
  const room: Room = { owner, width: innerWidth, height }
  try {
    localStorage.setItem(ROOM, JSON.stringify(room))
  } catch {
    // Without room in the storage the content below moves once more.
  }
}

export function dropStart(): void {
  for (const name of [KEY, CALLS, ROOM]) localStorage.removeItem(name)
}

/** Drops the start and calls of everybody but this person. */
export function dropOthersStart(userId: number | undefined): void {
  if (userId === undefined || !readStart(userId)) localStorage.removeItem(KEY)
  if (userId === undefined || readOpeningCalls()?.owner !== userId) localStorage.removeItem(CALLS)
  if (userId === undefined || keptRoom()?.owner !== userId) localStorage.removeItem(ROOM)
}
