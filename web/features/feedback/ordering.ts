import { useRef, useState } from 'react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { movedTo } from './questions.rules.ts'

interface Move {
  question: SurveyQuestion
  question_ids: number[]
}

/**
 * The questions as the person has put them: shown so at once, while the server is told. What is moved meanwhile goes
 * with the next order; of several only the last is sent.
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

  /** Puts a question at a place, counted from 0. */
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
    /** The id of the one that was moved last. */
    moved,
    move,
  }
}
