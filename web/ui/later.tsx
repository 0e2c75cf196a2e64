import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const IDLE_WITHIN_MS = 2000
const SOON_MS = 200

/** Once the browser has nothing better to do; not every browser tells when. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
  else setTimeout(work, SOON_MS)
}

/**
 * A dialog, or a part of a screen, whose code is no part of the screen's. The screen has it loaded once it is there and
 * idle, before anybody asks for it, or at once where its address asks for it; one that is asked for earlier waits for
 * it, with `waiting` in its place. Not by React's `lazy`: that waits for code that is already there, and what waited is
 * shown a third of a second late.
 */
export function later<P extends object>(find: () => Promise<ComponentType<P>>, waiting: ReactNode = null) {
  let found: ComponentType<P> | undefined
  let finding: Promise<void> | undefined
  const load = () => {
    finding ??= find().then(
      (one) => {
        found = one
      },
      (error: unknown) => {
        finding = undefined
        throw error
      },
    )
    return finding
  }
  function Later(props: P) {
    const [Found, setFound] = useState(() => found)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (Found) return
      load().then(
        () => setFound(() => found),
        (error: unknown) => setFailure({ error }),
      )
    }, [Found])
    if (failure) throw failure.error
    return Found ? <Found {...props} /> : waiting
  }
  const begin = () => void load().catch(() => undefined)
  return Object.assign(Later, { load: begin, loadWhenIdle: () => whenIdle(begin) })
}
