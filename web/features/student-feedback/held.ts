import { useMemo, useState } from 'react'
import { type AnswersDraft, draftIn } from './drafts.rules.ts'
import { responses } from './responses.ts'

/** Returns the device's answers to a survey: the draft, and a submission that has not arrived. */
export function useHeld(surveyId: number) {
  const { begun, sent, unsent } = responses.useKept<AnswersDraft>(surveyId)
  const isWaiting = unsent?.state === 'waiting'
  const draft = useMemo(
    () => (unsent && (isWaiting || !begun.value) ? draftIn(unsent) : begun.value),
    [unsent, isWaiting, begun.value],
  )
  /** The draft that the page opened with. */
  const [openedKey] = useState(begun.value?.key)
  const isRestored = !unsent && draft !== undefined && draft.key === openedKey
  return { begun, sent, unsent, isWaiting, draft, isRestored }
}

export type AnswersState = ReturnType<typeof useHeld>
