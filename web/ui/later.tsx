import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type Code, codeOf } from '../core/code.ts'

const IDLE_WITHIN_MS = 2000
const SOON_MS = 200

/** Runs work once the browser is idle, or soon where the browser can't tell. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
  else setTimeout(work, SOON_MS)
}

/**
 * Makes a component whose code is apart from its screen's: a dialog, or a part of the screen. The screen loads the code
 * when it is idle, or at once if the address needs it; until then `waiting` stands in its place. React's `lazy` does
 * not fit: it waits even for loaded code, and then shows it a third of a second late.
 */
export function later<P extends object>(
  wanted: Code<ComponentType<P>> | (() => Promise<ComponentType<P>>),
  waiting: ReactNode = null,
) {
  const code = typeof wanted === 'function' ? codeOf(wanted) : wanted
  function Later(props: P) {
    const [Found, setFound] = useState(() => code.found)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (Found) return
      code.load().then(
        (one) => setFound(() => one),
        (error: unknown) => setFailure({ error }),
      )
    }, [Found])
    if (failure) throw failure.error
    return Found ? <Found {...props} /> : waiting
  }
  const begin = () => void code.load().catch(() => undefined)
  const useWhenIdle = (isWanted = true) => {
    useEffect(() => {
      if (isWanted) whenIdle(begin)
    }, [isWanted])
  }
  return Object.assign(Later, { load: begin, useWhenIdle })
}

/**
 * Makes a component whose code comes once the browser is idle. No screen fails with it: where it could not be loaded, the
 * next screen tries again, and in Chromium, which keeps a failed import, the next page.
 */
export function idly<P extends object>(load: () => Promise<ComponentType<P>>) {
  const code = codeOf(load)
  return function Idly(props: P) {
    const { key } = useLocation()
    const [Found, setFound] = useState(() => code.found)
    useEffect(() => {
      if (Found || !key) return
      whenIdle(() =>
        code.load().then(
          (one) => setFound(() => one),
          () => undefined,
        ),
      )
    }, [Found, key])
    return Found && <Found {...props} />
  }
}
