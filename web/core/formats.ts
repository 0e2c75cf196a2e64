import { atCollege } from '../../shared/college-clock.ts'
import { writtenDay } from '../../shared/written-day.ts'

/** Writes an instant in the college's time: "20 Nov 2026, 14:05". */
export function formatInstant(iso: string): string {
  const { day, time } = atCollege(Date.parse(iso))
  return `${writtenDay(day)}, ${time}`
}

/** Writes the day of an instant in the college's time: "20 Nov 2026". */
export const formatDate = (iso: string) => writtenDay(atCollege(Date.parse(iso)).day)

export const formatDay = writtenDay

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** Writes a file's size in steps of 1024: "1.5 MB". */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${UNITS[step]}`
}
