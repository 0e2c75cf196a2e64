/** Returns a function that draws whole numbers below a bound: the same for a seed, whatever the run. */
export function drawing(seed: number) {
  let state = seed * 2_654_435_761
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}
