import { useState } from 'react'
import { ApiError } from '../core/api-error.ts'

/** Returns true when a sign-in was refused because the second factor's code is missing or wrong. */
export const asksForCode = (error: unknown) => error instanceof ApiError && error.errors?.code !== undefined

/** Adds the second step of a sign-in: a code, asked for once the password was right. */
export function useCodeStep() {
  const [isAsked, setIsAsked] = useState(false)
  return {
    isAsked,
    /** Signs in, or starts to ask for a code. @returns whether the person is signed in */
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
