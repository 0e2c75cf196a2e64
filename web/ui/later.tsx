import { type ComponentType, createElement, lazy, Suspense } from 'react'

/**
 * A dialog whose code is no part of its screen's. The screen calls `load` once it is there, before anybody asks for the
 * dialog; one that is asked for earlier waits for it.
 */
export function later<P extends object>(find: () => Promise<ComponentType<P>>) {
  const Found = lazy(async () => ({ default: await find() }))
  const Later = (props: P) => <Suspense>{createElement(Found as ComponentType<P>, props)}</Suspense>
  return Object.assign(Later, { load: () => void find().catch(() => undefined) })
}
