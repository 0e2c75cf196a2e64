import { writtenDay } from '../../shared/written-day.ts'
import { collegeTimezone } from './page-config.ts'

let instants: Intl.DateTimeFormat | undefined

/** An instant in the college's own time: "20 Nov 2026, 14:05". */
export function formatInstant(iso: string): string {
  instants ??= new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: collegeTimezone(),
  })
  return instants.format(new Date(iso))
}

let dates: Intl.DateTimeFormat | undefined

/** The day of an instant, in the college's own time: "20 Nov 2026". */
export function formatDate(iso: string): string {
  dates ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: collegeTimezone() })
  return dates.format(new Date(iso))
}

export const formatDay = writtenDay

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const

/** A file's size in steps of 1024: "1.5 MB". */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${UNITS[step]}`
}
