import { useEffect, useState } from 'react'

const OPENING_MS = 500

let isOpening = false

/** Notes that a page is being opened: for its first half second it draws nothing that an answer would replace. */
export function startOpening(): void {
  isOpening = true
}

/** Returns the milliseconds until an opening page may show its placeholders. */
export const untilShown = () => (isOpening ? Math.max(0, OPENING_MS - performance.now()) : 0)

/**
 * Returns true when it is time to show a placeholder: drawing it takes longer than many an answer does.
 * @param after milliseconds, longer in a page that is being opened
 */
export function useIsLate(after: number): boolean {
  const [wait] = useState(() => Math.max(after, untilShown()))
  const [isLate, setIsLate] = useState(wait === 0)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setIsLate(true), wait)
    return () => clearTimeout(timer)
  }, [wait])
  return isLate
}
