import { type RefObject, useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { confirm, type Question } from '../core/confirm.ts'
import { getLogin } from '../core/login.ts'

/** Returns the part of an address that decides which form is open. */
function formPlace({ pathname, search }: Location): string {
  const params = new URLSearchParams(search)
  return [pathname, params.get('modal'), params.get('id'), params.get('account')].join('|')
}

const TYPED: Question = {
  title: 'Discard changes?',
  message: 'What you typed here has not been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  danger: true,
}

/** Asks before typed text is thrown away, however the person leaves: by Escape, close, back or a link. */
export function useLeaveGuard(isDirty: () => boolean, abandon: () => void, asked: Question = TYPED): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      getLogin() !== undefined && formPlace(currentLocation) !== formPlace(nextLocation) && isDirty(),
  )
  // Two steps may be blocked with no drawing between them: who says "Keep editing" and closes again is asked again. Each
  // has a blocker of its own, also where both lead to the same place.
  const blocked = blocker.state === 'blocked' ? blocker : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each blocked step
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // A save that succeeds closes the form, and the question with it.
    const left = new AbortController()
    confirm(asked, left.signal).then((yes) => {
      if (left.signal.aborted) return
      if (!yes) return blocker.reset()
      abandon()
      blocker.proceed()
    })
    return () => left.abort()
  }, [blocked])
}

interface FormGuard {
  isDirty: () => boolean
  abandon: () => void
}

/** The forms of a dialog, by their ids. */
export type LeaveGuards = RefObject<Map<string, FormGuard>>

/** Guards several forms together, with the dialog's own: the router takes only one guard at a time. */
export function useLeaveGuards(own?: FormGuard): LeaveGuards {
  const forms = useRef(new Map<string, FormGuard>())
  const all = () => [...(own ? [own] : []), ...forms.current.values()]
  useLeaveGuard(
    () => all().some(({ isDirty }) => isDirty()),
    () => {
      for (const { abandon } of all()) abandon()
    },
  )
  return forms
}
