import { useState } from 'react'
import { useLocation } from 'react-router'

/** What the list of surveys says of itself in the address, handed to a screen that leads back to it. */
interface SurveysLeft {
  surveys: string
}

export const surveysLeft = (search: string): SurveysLeft => ({ surveys: search })

/** The search and filters that the list had when it was left; "" where one has not come from it. */
export function useSurveysLeft(): string {
  const { state } = useLocation()
  // Another filter of this screen replaces the entry, and its state.
  const [left] = useState(() => (state as Partial<SurveysLeft> | null)?.surveys ?? '')
  return left
}
