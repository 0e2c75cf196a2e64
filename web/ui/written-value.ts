import { isDay, writtenWeekday } from '../../shared/written-day.ts'

/** Returns true for a language, or else the browser's, that counts hours to twelve. */
export const countsToTwelve = (language?: string) =>
  new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 === true

/** The browser is asked once, as its first answer takes long. */
let isTwelve: boolean | undefined

/**
 * Returns the value of a date or time field as the app writes it elsewhere. The field itself shows it as the browser's
 * language has it: 11/26/2026 or 26/11/2026, 04:00 PM or 16:00.
 */
export function writtenValue(type: string | undefined, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (type === 'date') return isDay(value) ? writtenWeekday(value) : undefined
  if (type !== 'time') return undefined
  isTwelve ??= countsToTwelve()
  return isTwelve ? value.slice(0, 5) : undefined
}
