/** Returns a number with two decimals as whole hundredths, which add and compare exactly. */
export const hundredthsOf = (value: number): number => Math.round(value * 100)

/** Returns the exact sum of numbers with two decimals. */
export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + hundredthsOf(value), 0) / 100

/** Writes a figure for a column: "12.50". */
export const decimalText = (value: number): string => value.toFixed(2)
