import { useMemo, useState } from 'react'
import { useBegun } from '../../offline/begun.ts'
import { type AnswersDraft, draftIn } from './drafts.rules.ts'
import { responses } from './responses.ts'

const asToday = (draft: AnswersDraft) => draft

/** What this device holds of a survey: what has been typed, and what was submitted and has not arrived. */
export function useHeld(surveyId: number) {
  const begun = useBegun(responses.subjectOf(surveyId), asToday)
  const sent = responses.useEntry(surveyId)
  const unsent = sent?.state === 'saved' ? undefined : sent
  const isWaiting = unsent?.state === 'waiting'
  const draft = useMemo(
    () => (unsent && (isWaiting || !begun.value) ? draftIn(unsent) : begun.value),
    [unsent, isWaiting, begun.value],
  )
  /** The answers that the page opened with. */
  const [openedKey] = useState(begun.value?.key)
  const isRestored = !unsent && draft !== undefined && draft.key === openedKey
  return { begun, sent, unsent, isWaiting, draft, isRestored }
}

export type Held = ReturnType<typeof useHeld>
