const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** A day, `YYYY-MM-DD`, as people write it: "20 Nov 2026". It has the words of `Intl`, whose first date takes a browser long. */
export function writtenDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[Number(month) - 1]} ${year}`
}
