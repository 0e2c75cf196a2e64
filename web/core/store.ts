import { useSyncExternalStore } from 'react'

/** A value that code outside the React tree sets and components follow. */
export interface Store<T> {
  get(): T
  set(value: T): void
  /** Calls back at each `set`; the returned function ends it. */
  follow(listener: () => void): () => void
  use(): T
}

export function store<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    follow,
    use: () => useSyncExternalStore(follow, get),
  }
}
