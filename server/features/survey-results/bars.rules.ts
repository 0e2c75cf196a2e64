/** A number that was answered, and how often. */
export interface NumberCount {
  value: number
  count: number
}

/** The most bars that numbers are shown in. */
const BARS = 20
/** Different numbers that have a bar each, however far they are from each other. */
const EACH_UP_TO = 12

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
const written = (value: number) => format.format(value)

/** To six decimals, as many as a number of an answer has. */
export const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/**
 * Returns the number of steps up to a number. A number on a step counts for it, whatever rounding makes of the
 * fraction.
 */
const stepsTo = (value: number, step: number) => Math.floor(value / step + 1e-9)

/**
 * Returns where the ranges of a step begin and their number. A greatest number on the last step is in the range before
 * it.
 */
function rangesOf(step: number, least: number, most: number, areWhole: boolean) {
  const first = stepsTo(least, step)
  const last = stepsTo(most, step)
  const isOnStep = !areWhole && Math.abs(most / step - last) < 1e-9
  return { first, length: Math.max(1, last - first + (isOnStep ? 0 : 1)) }
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that makes few enough ranges. */
function stepOver(least: number, most: number, areWhole: boolean): number {
  const smallest = Math.max((most - least) / BARS, areWhole ? 1 : 1e-6)
  for (let tens = Math.floor(Math.log10(smallest)); ; tens += 1)
    for (const times of [1, 2, 5]) {
      const step = tens < 0 ? times / 10 ** -tens : times * 10 ** tens
      if (step >= smallest && rangesOf(step, least, most, areWhole).length <= BARS) return step
    }
}

interface LabelledCount {
  label: string
  count: number
}

/**
 * Returns bars over sorted numbers: one for each whole number where they are near each other, one for each number where
 * they are few, else for ranges of one width. A range of whole numbers ends before the next one begins.
 */
export function numberBars(numbers: readonly NumberCount[]): LabelledCount[] {
  const [least, most] = [numbers[0]?.value ?? 0, numbers.at(-1)?.value ?? 0]
  const areWhole = numbers.every(({ value }) => Number.isInteger(value))
  const isNear = areWhole && most - least < BARS
  if (!isNear && numbers.length <= EACH_UP_TO)
    return numbers.map(({ value, count }) => ({ label: written(value), count }))
  const step = isNear ? 1 : stepOver(least, most, areWhole)
  const { first, length } = rangesOf(step, least, most, areWhole)
  const labelOf = (n: number) => {
    const [from, to] = [rounded((first + n) * step), rounded((first + n + 1) * step)]
    if (isNear) return written(from)
    if (areWhole) return `${written(from)} to ${written(to - 1)}`
    return `${written(from)} to ${n === length - 1 ? '' : 'under '}${written(to)}`
  }
  const bars = Array.from({ length }, (_, n) => ({ label: labelOf(n), count: 0 }))
  for (const { value, count } of numbers) {
    const bar = bars[Math.min(length - 1, Math.max(0, stepsTo(value, step) - first))]
    if (bar) bar.count += count
  }
  return bars
}
