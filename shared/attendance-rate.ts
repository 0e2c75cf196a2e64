/**
 * Returns the share of present in percent with one decimal, halves up; null when nothing was counted. It never rounds
 * up to a whole percent: a college's minimum is a whole percent, and 74.96 % is below 75 %.
 */
export function preciseRate(present: number, total: number): number | null {
  if (total === 0) return null
  const tenths = Math.floor((2000 * present + total) / (2 * total))
  const isRoundedUp = tenths * total > 1000 * present
  return (tenths % 10 === 0 && isRoundedUp ? tenths - 1 : tenths) / 10
}

/** Returns true when the share is below the minimum (in percent), before any rounding. */
export const isBelowMinimum = ({ present, total }: { present: number; total: number }, minimum: number): boolean =>
  present * 100 < minimum * total
