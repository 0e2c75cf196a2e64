/** What was typed and not saved yet, kept through a reload in this tab, one entry a person and form. */
const PREFIX = 'draft:'

export const draftKey = (userId: number, form: string) => `${PREFIX}${userId}:${form}`

export function readDraft<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

export function writeDraft(key: string, values: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // A full storage costs only the safety net: the form itself still holds what was typed.
  }
}

export const dropDraft = (key: string) => sessionStorage.removeItem(key)

export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
