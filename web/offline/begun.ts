import { useCallback, useEffect, useRef, useState } from 'react'
import { confirm, type Question } from '../core/confirm.ts'
import { getLogin, useLogin } from '../core/login.ts'
import { BEGUN, forgetAtOnce, keepAtOnce, keptAtOnce, onKeptElsewhere } from './device.ts'

/** Something begun on this device and not saved yet. */
interface Begun<T> {
  /** What people call it. */
  title: string
  value: T
}

/** What a person has begun and not saved, by the rest of its name. */
export const allBegun = <T>(owner: number, start = ''): [string, Begun<T>][] => keptAtOnce(owner, BEGUN + start)

/** Gives up what the signed-in person has begun. */
export function forgetBegun(name: string): void {
  const owner = getLogin()?.user.id
  if (owner !== undefined) forgetAtOnce(owner, BEGUN + name)
}

/** Follows what another tab begins or gives up. */
const onBegunElsewhere = (owner: number, start: string, listener: () => void) =>
  onKeptElsewhere(() => owner, BEGUN + start, listener)

/** Returns everything that the signed-in person has begun under names that begin so, and what reads it again. */
export function useAllBegun<T>(start: string): [begun: readonly [string, Begun<T>][], reload: () => void] {
  const owner = useLogin()?.user.id
  const read = useCallback(() => (owner === undefined ? [] : allBegun<T>(owner, start)), [owner, start])
  const [begun, setBegun] = useState(read)
  const reload = useCallback(() => setBegun(read()), [read])
  useEffect(() => {
    reload()
    return owner === undefined ? undefined : onBegunElsewhere(owner, start, reload)
  }, [owner, start, reload])
  return [begun, reload]
}

/** Asks whether to give up what is nowhere but on this device. */
export const confirmDiscard = (asked: Pick<Question, 'title' | 'subject' | 'message'>): Promise<boolean> =>
  confirm({ ...asked, confirmLabel: 'Discard', cancelLabel: 'Keep', danger: true })

export interface BegunValue<T> {
  value: T | undefined
  /** Keeps at once what becomes of the value as it is kept now, by whichever tab; nothing gives it up. */
  change: (next: (kept: T | undefined) => T | undefined, title: string) => void
  forget: () => void
  /** The device refused to keep it. */
  refused: boolean
}

/**
 * A value that survives a reload, hours without network and the end of the login, each person's own; the same in
 * every tab. `asToday` makes what an earlier version kept into what is kept today.
 */
export function useBegun<T>(name: string, asToday: (kept: T) => T = (kept) => kept): BegunValue<T> {
  const owner = useLogin()?.user.id
  const read = () => {
    const found = owner === undefined ? undefined : allBegun<T>(owner, name).find(([rest]) => rest === '')
    return found && asToday(found[1].value)
  }
  const [value, setValue] = useState(read)
  const [refused, setRefused] = useState(false)
  /** What the device did not keep. */
  const unkept = useRef<T>(undefined)
  const follow = useRef(() => {})
  useEffect(() => {
    follow.current = () => setValue(unkept.current ?? read())
  })
  useEffect(
    () => (owner === undefined ? undefined : onBegunElsewhere(owner, name, () => follow.current())),
    [owner, name],
  )

  function keeps(next: T, title: string): boolean {
    if (owner === undefined) return false
    try {
      keepAtOnce(owner, BEGUN + name, { title, value: next } satisfies Begun<T>)
      return true
    } catch {
      return false
    }
  }

  function change(become: (kept: T | undefined) => T | undefined, title: string): void {
    const next = become(unkept.current ?? read())
    if (next === undefined) {
      forget()
      return
    }
    setValue(next)
    const kept = keeps(next, title)
    unkept.current = kept ? undefined : next
    setRefused(!kept)
  }

  function forget(): void {
    unkept.current = undefined
    setValue(undefined)
    forgetBegun(name)
  }

  return { value, change, forget, refused }
}
