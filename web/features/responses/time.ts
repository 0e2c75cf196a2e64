import { useEffect, useState } from 'react'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { useRefreshSurveys } from './api.ts'
import { EXPIRED, timeLeft } from './rules.ts'

const EVERY_MS = 60_000

/** The present moment, to the minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

export const useTimeLeft = (endDate: string | null) => timeLeft(endDate, useNow())

/**
 * Returns the time left to answer, and true if it has run out while the survey is open here. A survey that the server
 * calls open is open, even if the device's clock, which is then wrong, says otherwise.
 */
export function useRunningTime({ end_date }: Pick<FeedbackSurvey, 'end_date'>, isServerAsked: boolean) {
  const left = useTimeLeft(end_date)
  const isOver = left === EXPIRED
  const [overAtFirst] = useState(isOver ? end_date : null)
  const refresh = useRefreshSurveys()
  useEffect(() => {
    if (isOver) void refresh()
  }, [isOver, refresh])
  const hasRunOut = isOver && !(isServerAsked && end_date === overAtFirst)
  return { left: isOver && !hasRunOut ? `${EXPIRED}, by the clock of this device` : left, hasRunOut }
}
