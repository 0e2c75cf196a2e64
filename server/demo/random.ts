export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

/** Mulberry32: the same numbers for the same seed, so that every demo college is the same. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[whole(0, items.length - 1)] as T,
    shuffled: <T>(items: readonly T[]) => {
      const result = [...items]
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = whole(0, last)
        const kept = result[last] as T
        result[last] = result[other] as T
        result[other] = kept
      }
      return result
    },
  }
}
