import { folded } from '../../../shared/folding.ts'
import type { ATTENDANCE_STATUSES } from '../../../shared/labels.ts'
import { asciiOf } from './written.ts'

export type EntryStatus = (typeof ATTENDANCE_STATUSES)[number]

// The words and marks of registers on paper and in spreadsheets. An "x" stands for both, and is none.
const WORDS: Record<EntryStatus, readonly string[]> = {
  present: ['p', 'pr', 'present', 'y', 'yes', '1', '✓', '✔', '√', 'حاضر'],
  absent: ['a', 'ab', 'abs', 'absent', 'n', 'no', '0', 'غیر حاضر', 'غیرحاضر'],
  leave: ['l', 'lv', 'leave', 'on leave', 'رخصت'],
}
const STATUS_OF = new Map(
  Object.entries(WORDS).flatMap(([status, words]) => words.map((word) => [folded(word), status as EntryStatus])),
)

/** Returns the status that a cell says, if it says one. */
export const entryOf = (text: string): EntryStatus | undefined =>
  STATUS_OF.get(
    folded(asciiOf(text) || text)
      .replaceAll('.', '')
      .replace(/\ufe0f$/, ''),
  )

export const NO_ENTRY = 'Write "Present", "Absent" or "Leave", or P, A, L'

/** A time as people write it: "8:30", "08.30", "14:00:00". */
export function timeOf(text: string): string {
  const [whole, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(text.trim()) ?? []
  return whole === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`
}

/** Says that a text is no time, as `timeOf` returns it. */
export const timeProblem = (field: string, time: string): string | undefined =>
  (field === 'end_time' && time === '24:00') || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)
    ? undefined
    : 'Write a time as HH:MM'

/** The hours of a session that is made, where the file says none. */
export const USUAL_HOURS = { start_time: '08:00', end_time: '14:00' }
