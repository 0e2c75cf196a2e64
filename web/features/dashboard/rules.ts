const DAY_MS = 86_400_000

/** How long something has waited since a day, by the college's days: "since yesterday", "12 days". */
export function ageText(since: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(since)) / DAY_MS)
  if (days <= 0) return 'since today'
  return days === 1 ? 'since yesterday' : `${days.toLocaleString('en-GB')} days`
}

/** How many of what waits the lines do not tell of. */
export const leftOf = (total: number, lines: readonly { count: number | null }[]): number =>
  total - lines.reduce((sum, { count }) => sum + (count ?? 1), 0)
