const EVERY_MS = 5_000

/** Says how far something is, every few seconds. */
export function progressOf(say: (line: string) => void): (line: () => string) => void {
  let said = Date.now()
  return (line) => {
    if (Date.now() - said < EVERY_MS) return
    said = Date.now()
    say(line())
  }
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function sizeText(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** step).toFixed(step < 2 ? 0 : 1)} ${UNITS[step]}`
}

export const numberText = (count: number) => count.toLocaleString('en')
