import { useCallback, useEffect, useRef, useState } from 'react'
import { confirm, type Question } from '../core/confirm.ts'
import { getLogin, useLogin } from '../core/login.ts'
import { BEGUN, forgetAtOnce, keepAtOnce, keptAtOnce, onKeptElsewhere } from './device.ts'

/** A value that is begun on this device and not saved. */
interface Begun<T> {
  /** The name for people. */
  title: string
  value: T
}

/** Returns the person's begun values, by the rest of their names. */
export const allBegun = <T>(owner: number, start = ''): [string, Begun<T>][] => keptAtOnce(owner, BEGUN + start)

/** Discards a begun value of the signed-in person. */
export function forgetBegun(name: string): void {
  const owner = getLogin()?.user.id
  if (owner !== undefined) forgetAtOnce(owner, BEGUN + name)
}

/** Follows another tab's changes of begun values. */
const onBegunElsewhere = (owner: number, start: string, listener: () => void) =>
  onKeptElsewhere(() => owner, BEGUN + start, listener)

/** Returns the person's begun values under names with this start, and a function that reads them again. */
export function useAllBegun<T>(start: string): [begun: readonly [string, Begun<T>][], reload: () => void] {
  const owner = useLogin()?.user.id
  const read = useCallback(() => (owner === undefined ? [] : allBegun<T>(owner, start)), [owner, start])
  const [begun, setBegun] = useState(read)
  const reload = useCallback(() => {
    const now = read()
    // Most devices keep none, and no row is drawn anew for that.
    setBegun((before) => (before.length === 0 && now.length === 0 ? before : now))
  }, [read])
  useEffect(() => {
    reload()
    return owner === undefined ? undefined : onBegunElsewhere(owner, start, reload)
  }, [owner, start, reload])
  return [begun, reload]
}

/** Asks before discarding a value that only this device has. */
export const confirmDiscard = (asked: Pick<Question, 'title' | 'subject' | 'message'>): Promise<boolean> =>
  confirm({ ...asked, confirmLabel: 'Discard', cancelLabel: 'Keep', danger: true })

export interface BegunValue<T> {
  value: T | undefined
  /** Changes the value as it is kept now, by any tab, and keeps the result at once; undefined discards it. */
  change: (next: (kept: T | undefined) => T | undefined, title: string) => void
  forget: () => void
  /** True when the device refused to keep it. */
  refused: boolean
}

/**
 * Keeps a person's value through a reload, hours without network and the end of the login, the same in every tab.
 * `asToday` converts the value of an earlier version.
 */
export function useBegun<T>(name: string, asToday: (kept: T) => T = (kept) => kept): BegunValue<T> {
  const owner = useLogin()?.user.id
  const read = () => {
    const found = owner === undefined ? undefined : allBegun<T>(owner, name).find(([rest]) => rest === '')
    return found && asToday(found[1].value)
  }
  const [value, setValue] = useState(read)
  const [refused, setRefused] = useState(false)
  /** The value that the device did not keep. */
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
