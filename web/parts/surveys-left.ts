import { useState } from 'react'
import { useLocation } from 'react-router'

/** The search and filters of the list of surveys, handed to a screen that leads back to it. */
interface SurveysLeft {
  surveys: string
}

export const surveysLeft = (search: string): SurveysLeft => ({ surveys: search })

/** Returns the search and filters of the list that was left; "" for a visit from elsewhere. */
export function useSurveysLeft(): string {
  const { state } = useLocation()
  // Another filter of this screen replaces the history entry with its state.
  const [left] = useState(() => (state as Partial<SurveysLeft> | null)?.surveys ?? '')
  return left
}
