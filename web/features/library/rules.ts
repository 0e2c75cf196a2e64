import type { LibraryEntry } from '../../../shared/contract/libraries.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { choiceOf, textOf, textsOf } from '../../ui/texts.ts'

export const ENTRY: RecordKind = { entity: 'library_entry', title: 'Library Entry', noun: 'library entry' }

const TEXTS = ['title', 'detail', 'type', 'description', 'batch_id'] as const

export const entryValues = (entry: LibraryEntry | undefined, departmentId: number | undefined) => ({
  ...textsOf(entry, TEXTS),
  department_id: textOf(entry?.department_id ?? departmentId),
  year: choiceOf(entry?.year),
})
export type EntryValues = ReturnType<typeof entryValues>

export const downloadsText = (count: number) => (count === 1 ? '1 download' : `${count} downloads`)

/** Returns the start of a long text for its card, cut between words; a short one is returned whole. */
const SHOWN_LETTERS = 160
export function shortened(text: string): string {
  if (text.length <= SHOWN_LETTERS + 40) return text
  const cut = text.slice(0, SHOWN_LETTERS).toWellFormed()
  return `${cut.replace(/\s+\S*$/u, '')}…`
}
