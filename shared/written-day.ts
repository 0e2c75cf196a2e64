const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** Writes a day for people: "20 Nov 2026". `Intl` has the same words, but its first date takes a browser long. */
export function writtenDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[Number(month) - 1]} ${year}`
}
