import type { Settings } from '../../settings.ts'

/** The place and zone in which a document is made. */
export interface Maker {
  college: string
  timezone: string
}

export const makerOf = ({ settings }: { settings: Settings }): Maker => ({
  college: settings.COLLEGE_NAME,
  timezone: settings.COLLEGE_TIMEZONE,
})

/** The college's day as people write it. */
export const dayText = (timezone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: timezone }).format(new Date())

/** Writes instants as people do, in the college's time. */
export function instantsIn(timezone: string): (instant: string | Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  return (instant) => format.format(new Date(instant))
}
