/** Code that is loaded once, when it is needed. */
export interface Code<T> {
  /** Imports it, and names the file that has it. */
  find: () => Promise<T>
  /** Returns the one that was found; a failure is tried again by the next call. */
  load: () => Promise<T>
  /** The one that was found, if any yet. */
  found: T | undefined
}

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
        throw error
      },
    )
    return finding
  }
  return code
}
