import { useState } from 'react'
import { ApiError } from '../core/api-error.ts'

/** Whether a sign-in was refused since the code of a second factor is missing or wrong. */
export const asksForCode = (error: unknown) => error instanceof ApiError && error.errors?.code !== undefined

/** The second step of a sign-in: a code, which is asked for once the password was right. */
export function useCodeStep() {
  const [isAsked, setIsAsked] = useState(false)
  return {
    isAsked,
    /** Signs in, or begins to ask for a code. @returns whether the person is signed in */
    attempt: async (signIn: () => Promise<void>): Promise<boolean> => {
      try {
        await signIn()
        return true
      } catch (error) {
        if (isAsked || !asksForCode(error)) throw error
        setIsAsked(true)
        return false
      }
    },
  }
}
