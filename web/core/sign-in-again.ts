import { useEffect } from 'react'
import type { LoginAnswer } from '../../shared/contract/auth.ts'
import { clearSession, getSession, startSession } from './session.ts'
import { store } from './store.ts'

/** A form that is open while its session ended: the person signs in over it, and nothing typed is lost. */
interface Asked {
  email: string
  answer: (signedIn: boolean) => void
}

export const signInAgain = store<Asked | undefined>(undefined)

let openForms = 0
let asking: Promise<boolean> | undefined

/** Counts a form with typed text as open for as long as its component is mounted. */
export function useOpenForm(): void {
  useEffect(() => {
    openForms += 1
    return () => {
      openForms -= 1
    }
  }, [])
}

/** Asked by a call that was answered 401. True when the same person is signed in again and the call may be repeated. */
export function sessionEnded(usedToken: string): Promise<boolean> {
  const session = getSession()
  if (!session) return Promise.resolve(false)
  if (session.token !== usedToken && !asking) return Promise.resolve(true)
  if (openForms === 0) {
    clearSession()
    return Promise.resolve(false)
  }
  asking ??= new Promise<boolean>((resolve) => {
    signInAgain.set({
      email: session.user.email,
      answer: (signedIn) => {
        asking = undefined
        signInAgain.set(undefined)
        if (!signedIn) clearSession()
        resolve(signedIn)
      },
    })
  })
  return asking
}

/** Takes the answer of the login over the open form; another person must not go on with the first one's form. */
export function continueWith(answer: LoginAnswer): void {
  const asked = signInAgain.get()
  const sameUser = getSession()?.user.id === answer.user.id
  if (sameUser) {
    startSession(answer)
    asked?.answer(true)
    return
  }
  clearSession({ drafts: true })
  startSession(answer)
  window.location.assign('/dashboard')
}
