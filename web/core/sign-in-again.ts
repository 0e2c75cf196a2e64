import { useEffect } from 'react'
import type { LoginAnswer } from '../../shared/contract/auth.ts'
import { signInNameOf } from '../../shared/sign-in-name.ts'
import { clearLogin, getLogin, startLogin } from './login.ts'
import { store } from './store.ts'

/** A form whose login ended: the person signs in over it, and keeps the typed text. */
interface SignInRequest {
  /** The email or number with which the person signs in. */
  name: string
  answer: (signedIn: boolean) => void
}

export const signInAgain = store<SignInRequest | undefined>(undefined)

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

export const hasOpenForm = () => openForms > 0

/** Waits for a new login after a 401. True when the same person has signed in and the call may be repeated. */
export function hasNewLogin(usedToken: string): Promise<boolean> {
  const login = getLogin()
  if (!login) return Promise.resolve(false)
  if (login.token !== usedToken && !asking) return Promise.resolve(true)
  if (!hasOpenForm()) {
    clearLogin()
    return Promise.resolve(false)
  }
  asking ??= new Promise<boolean>((resolve) => {
    signInAgain.set({
      name: signInNameOf(login.user),
      answer: (signedIn) => {
        asking = undefined
        signInAgain.set(undefined)
        if (!signedIn) clearLogin()
        resolve(signedIn)
      },
    })
  })
  return asking
}

/** Takes the login over the open form; another person must not go on with the first one's form. */
export function continueWith(answer: LoginAnswer): void {
  const asked = signInAgain.get()
  const sameUser = getLogin()?.user.id === answer.user.id
  if (sameUser) {
    startLogin(answer)
    asked?.answer(true)
    return
  }
  clearLogin({ drafts: true })
  startLogin(answer)
  window.location.assign('/dashboard')
}
