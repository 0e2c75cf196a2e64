/** Returns true for a real day, `YYYY-MM-DD`, of the years 1800 to 2999. */
export function isDay(value: string): boolean {
  if (!/^(?:1[89]|2[0-9])\d\d-\d\d-\d\d$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** Writes a day for people: "20 Nov 2026". `Intl` has the same words, but its first date takes a browser long. */
export function writtenDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[Number(month) - 1]} ${year}`
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Writes a day with its weekday: "Fri 20 Nov 2026". */
export const writtenWeekday = (day: string) =>
  `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${writtenDay(day)}`

/** Writes until when a requirement is asked: its own last day, else that of the posting. */
export function endText({ end_date, posting_end }: { end_date: string | null; posting_end: string | null }): string {
  if (end_date) return `until ${writtenDay(end_date)}`
  return posting_end ? `until ${writtenDay(posting_end)}, end of the posting` : ''
}

/** Writes days of which each may be missing: "1 Sep 2025 to 31 Mar 2026", "from 1 Sep 2025", "until 31 Mar 2026". */
export function spanText({ from, to }: { from?: string | null | undefined; to?: string | null | undefined }): string {
  if (from && to) return `${writtenDay(from)} to ${writtenDay(to)}`
  return from ? `from ${writtenDay(from)}` : to ? `until ${writtenDay(to)}` : ''
}
