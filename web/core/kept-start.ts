/** What a person's screens were opened with last, on this device until the login ends. */
const KEY = 'start'

interface Kept<T> {
  owner: number
  validator: string
  start: T
}

export function readStart<T>(owner: number): Kept<T> | undefined {
  try {
    const kept: Kept<T> | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return kept?.owner === owner ? kept : undefined
  } catch {
    return undefined
  }
}

export function writeStart(kept: Kept<unknown>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Where there is no room it is asked for anew.
  }
}

export const dropStart = () => localStorage.removeItem(KEY)

/** Drops what anybody but this person was told. */
export function dropOthersStart(userId: number | undefined): void {
  if (userId === undefined || !readStart(userId)) dropStart()
}
