/** Code that is loaded once, when it is needed. */
export interface Code<T> {
  /** Imports it, and names the file that has it. */
  find: () => Promise<T>
  /** Returns the one that was found; a failure is tried again by the next call, which Chromium fails until a reload. */
  load: () => Promise<T>
  /** The one that was found, if any yet. */
  found: T | undefined
}

const LEAVING_MS = 15_000

/** The end of the wait for a page that is being left. */
let leavingUntil = 0

/** Notes from now on when the page is being left. */
export function followLeaving(): void {
  window.addEventListener('beforeunload', () => {
    leavingUntil = Date.now() + LEAVING_MS
  })
}

/**
 * Firefox breaks off what a page is loading as soon as it is left, and shows the page until the next one has come. The
 * failure is told when the person is still there later.
 */
const toldLater = (error: unknown) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(error), leavingUntil - Date.now()))

/** Makes code of a function that imports it. */
export function codeOf<T>(find: () => Promise<T>): Code<T> {
  let finding: Promise<T> | undefined
  const code: Code<T> = { find, load, found: undefined }
  function load() {
    finding ??= find().then(
      (one) => {
        code.found = one
        return one
      },
      (error: unknown) => {
        finding = undefined
        if (Date.now() < leavingUntil) return toldLater(error)
        throw error
      },
    )
    return finding
  }
  return code
}
