import { useLayoutEffect, useRef } from 'react'

/**
 * Returns the refs of a row's buttons that move it up and down. At an end of the list the pressed button is no longer
 * there: the focus goes to the other one.
 */
export function useMoveButtons(isMoved: boolean, index: number) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place says that the row has been moved
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body
    if (isMoved && isLost) (up.current ?? down.current)?.focus({ preventScroll: true })
  }, [isMoved, index])
  return { up, down }
}
