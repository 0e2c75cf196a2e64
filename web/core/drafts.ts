/** Drafts of unsaved text survive a reload of this tab: an entry for each person and form, with its time. */
const PREFIX = 'draft:'

export const draftKey = (userId: number, form: string) => `${PREFIX}${userId}:${form}`

interface Draft<T> {
  value: T
  at: string
}

function storedDraft<T>(key: string): Draft<T> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const readDraft = <T>(key: string): T | undefined => storedDraft<T>(key)?.value

export function writeDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ value, at: new Date().toISOString() }))
  } catch {
    // A full storage costs only the safety net: the form itself still holds what was typed.
  }
}

export const dropDraft = (key: string) => sessionStorage.removeItem(key)

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))

export function dropDrafts(): void {
  for (const key of drafts()) dropDraft(key)
}

/** Drops drafts older than `limit`, and those of people other than the signed-in one. */
export function dropOthersDrafts(userId: number | undefined, limit: string): void {
  for (const key of drafts()) {
    const { at } = storedDraft(key) ?? {}
    const isTheirs = userId !== undefined && !key.startsWith(draftKey(userId, ''))
    if (isTheirs || at === undefined || at < limit) dropDraft(key)
  }
}
