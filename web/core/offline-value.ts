import { useState } from 'react'
import { forgetAtOnce, keepAtOnce, keptAtOnce } from './offline-store.ts'
import { getSession, useSession } from './session.ts'

/** Something begun on this device and not saved yet. */
interface Begun<T> {
  /** What people call it. */
  title: string
  value: T
}

const START = 'begun/'

/** What a person has begun and not saved, by the rest of its name. */
export const allBegun = <T>(owner: number, start = ''): [string, Begun<T>][] => keptAtOnce(owner, START + start)

/** Gives up what the signed-in person has begun. */
export function forgetBegun(name: string): void {
  const owner = getSession()?.user.id
  if (owner !== undefined) forgetAtOnce(owner, START + name)
}

interface BegunValue<T> {
  value: T | undefined
  /** Keeps it at once. */
  set: (value: T, title: string) => void
  forget: () => void
  /** The device refused to keep it. */
  refused: boolean
}

/** A value that survives a reload, hours without network and the end of the session, each person's own. */
export function useBegun<T>(name: string): BegunValue<T> {
  const owner = useSession()?.user.id
  const [value, setValue] = useState(() =>
    owner === undefined ? undefined : allBegun<T>(owner, name).find(([rest]) => rest === '')?.[1].value,
  )
  const [refused, setRefused] = useState(false)

  function set(next: T, title: string): void {
    setValue(next)
    if (owner === undefined) return
    try {
      keepAtOnce(owner, START + name, { title, value: next } satisfies Begun<T>)
      setRefused(false)
    } catch {
      setRefused(true)
    }
  }

  function forget(): void {
    setValue(undefined)
    forgetBegun(name)
  }

  return { value, set, forget, refused }
}
