import { useEffect, useRef, useState } from 'react'
import { allKept, forget, keep, kept } from './offline-store.ts'
import { getSession, useSession } from './session.ts'

/** Something begun on this device and not saved yet. */
export interface Begun<T> {
  /** What people call it. */
  title: string
  value: T
}

const START = 'begun/'

/** What a person has begun and not saved, by the rest of its name. */
export const allBegun = async <T>(owner: number, start = ''): Promise<[string, Begun<T>][]> =>
  (await allKept<Begun<T>>(owner, START + start)).map(([name, { value }]) => [name, value])

/** Gives up what the signed-in person has begun. */
export async function forgetBegun(name: string): Promise<void> {
  const owner = getSession()?.user.id
  if (owner !== undefined) await forget(owner, START + name)
}

interface BegunValue<T> {
  /** Whether what was kept has been read. */
  ready: boolean
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
  const [read, setRead] = useState<{ value: T | undefined }>()
  const [refused, setRefused] = useState(false)
  const touched = useRef(false)

  useEffect(() => {
    if (owner === undefined) return
    const take = (value: T | undefined) => {
      if (!touched.current) setRead({ value })
    }
    kept<Begun<T>>(owner, START + name).then(
      (record) => take(record?.value.value),
      () => take(undefined),
    )
  }, [owner, name])

  function change(value: T | undefined, write: (owner: number) => Promise<void>): void {
    touched.current = true
    setRead({ value })
    if (owner === undefined) return
    write(owner).then(
      () => setRefused(false),
      () => setRefused(true),
    )
  }

  return {
    ready: read !== undefined,
    value: read?.value,
    set: (value, title) => change(value, (of) => keep(of, START + name, { title, value } satisfies Begun<T>)),
    forget: () => change(undefined, (of) => forget(of, START + name)),
    refused,
  }
}
