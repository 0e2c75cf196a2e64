const DAY_MS = 86_400_000
/** From two years on the age is in years. */
const LONG_DAYS = 730

/** Returns the age in the college's days: "since yesterday", "12 days", "3 years". */
export function ageText(since: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(since)) / DAY_MS)
  if (days <= 0) return 'since today'
  if (days === 1) return 'since yesterday'
  return days < LONG_DAYS ? `${days} days` : `${Math.floor(days / 365)} years`
}
