import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

/**
 * A dialog, or a part of a screen, whose code is no part of the screen's. The screen calls `load` once it is there, before
 * anybody asks for it; one that is asked for earlier waits for it, with `waiting` in its place.
 */
export function later<P extends object>(find: () => Promise<ComponentType<P>>, waiting?: ReactNode) {
  const Found = lazy(async () => ({ default: await find() }))
  const Later = (props: P) => <Suspense fallback={waiting}>{createElement(Found as ComponentType<P>, props)}</Suspense>
  return Object.assign(Later, { load: () => void find().catch(() => undefined) })
}
