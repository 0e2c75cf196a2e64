import { useState } from 'react'
import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import { messageOf } from '../../core/api-error.ts'
import { newKey } from '../../core/new-key.ts'
import { toast } from '../../core/toasts.ts'
import { useAddToSurvey } from './questions.api.ts'

const NO_SURVEY = 'No survey selected. Please go back to the survey page.'

interface Selection {
  /** In the order in which they were chosen, which they get in the survey. */
  questions: readonly PoolQuestion[]
  /** How many of the same choice have been added before one failed. */
  added: number
  /** An add whose answer was lost is repeated with its key. */
  keys: ReadonlyMap<number, string>
}

const selectionOf = (questions: readonly PoolQuestion[]): Selection => ({
  questions,
  added: 0,
  keys: new Map(questions.map(({ id }) => [id, newKey()])),
})

const countText = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

/** Questions of the pool chosen on any of its pages, and adding them to a survey. */
export function useSelection(surveyId: number | undefined) {
  const [selection, setSelection] = useState<Selection>(selectionOf([]))
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const addToSurvey = useAddToSurvey()
  const { questions } = selection

  function choose(chosen: readonly PoolQuestion[]): void {
    setProblem(undefined)
    setSelection(selectionOf(chosen))
  }

  /** One after the other, so that each comes to stand in its place. */
  async function add(): Promise<void> {
    if (surveyId === undefined) return setProblem(NO_SURVEY)
    setPending(true)
    setProblem(undefined)
    let { added } = selection
    let left = questions
    try {
      for (const { id } of questions) {
        const body = { survey_id: surveyId, question_pool_id: id, order: added + 1 }
        await addToSurvey({ body, key: selection.keys.get(id) ?? newKey() })
        added += 1
        left = left.slice(1)
      }
      toast.success(`${countText(added)} added to the survey.`)
      setSelection(selectionOf([]))
    } catch (error) {
      const done = added === 0 ? '' : ` ${countText(added)} ${added === 1 ? 'was' : 'were'} added before.`
      setProblem(`${messageOf(error)}${done}`)
      setSelection({ ...selection, questions: left, added })
    } finally {
      setPending(false)
    }
  }

  return {
    questions,
    pending,
    problem,
    has: (id: number) => questions.some((one) => one.id === id),
    toggle: (question: PoolQuestion) =>
      choose(
        questions.some(({ id }) => id === question.id)
          ? questions.filter(({ id }) => id !== question.id)
          : [...questions, question],
      ),
    clear: () => choose([]),
    add,
  }
}
