import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

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
 * it, with `waiting` in its place.
 */
export function later<P extends object>(find: () => Promise<ComponentType<P>>, waiting?: ReactNode) {
  const Found = lazy(async () => ({ default: await find() }))
  const Later = (props: P) => <Suspense fallback={waiting}>{createElement(Found as ComponentType<P>, props)}</Suspense>
  const load = () => void find().catch(() => undefined)
  return Object.assign(Later, { load, loadWhenIdle: () => whenIdle(load) })
}
