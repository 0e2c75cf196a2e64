import { useRef, useState } from 'react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { movedTo } from './rules.ts'

interface Move {
  question: SurveyQuestion
  question_ids: number[]
}

/**
 * Shows the questions in the person's order at once, while the server is told. Moves made meanwhile go with the next
 * order; of several, only the last is sent.
 */
export function useOrdering(stored: readonly SurveyQuestion[], send: (move: Move) => Promise<void>) {
  const [ids, setIds] = useState<readonly number[]>()
  const [moved, setMoved] = useState<number>()
  const next = useRef<Move>(undefined)
  const isSending = useRef(false)

  const placeOf = ({ id }: SurveyQuestion) => ids?.indexOf(id) ?? 0
  const questions = ids ? stored.toSorted((one, other) => placeOf(one) - placeOf(other)) : stored

  async function sendAll(): Promise<void> {
    isSending.current = true
    for (let move = next.current; move; move = next.current) {
      next.current = undefined
      await send(move)
    }
    isSending.current = false
    setIds(undefined)
  }

  /** Moves a question to a place, counted from 0. */
  function move(id: number, to: number): void {
    const question = questions.find((one) => one.id === id)
    if (!question) return
    const question_ids = movedTo(
      questions.map((one) => one.id),
      id,
      to,
    )
    next.current = { question, question_ids }
    setIds(question_ids)
    setMoved(id)
    if (!isSending.current) void sendAll()
  }

  return {
    questions,
    /** The id of the question that was moved last. */
    moved,
    move,
  }
}
