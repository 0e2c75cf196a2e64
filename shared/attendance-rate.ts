/**
 * Returns the share of present in percent with one decimal, halves up; null when nothing was counted. It never rounds
 * up to a whole percent: a college's minimum is a whole percent, and 74.96 % is below 75 %.
 */
export function preciseRate(present: number, total: number): number | null {
  return total === 0 ? null : preciseShare([BigInt(present), BigInt(total)])
}

/** A share as a fraction of whole numbers, the lower one above 0. */
export type Share = readonly [part: bigint, whole: bigint]

/** Returns any share in percent by the same rule. */
export function preciseShare([part, whole]: Share): number {
  const tenths = (2000n * part + whole) / (2n * whole)
  const isRoundedUp = tenths * whole > 1000n * part
  return Number(tenths % 10n === 0n && isRoundedUp ? tenths - 1n : tenths) / 10
}

/** Returns true when the share is below the minimum (in percent), before any rounding. */
export const isBelowMinimum = ({ present, total }: { present: number; total: number }, minimum: number): boolean =>
  present * 100 < minimum * total
