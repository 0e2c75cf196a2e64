import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../../shared/labels.ts'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../../core/drafts.ts'
import { useLogin } from '../../core/login.ts'
import { newKey } from '../../core/new-key.ts'
import { useRefresh } from '../../core/queries.ts'
import { toast } from '../../core/toasts.ts'
import { surveyQuery } from '../surveys/api.ts'
import { POOL, useAddToSurvey } from './api.ts'

const NO_SURVEY = 'No survey selected. Please go back to the survey page.'

interface Titled {
  id: number
  title: string
}

interface Chosen extends Titled {
  /** Repeats an add after a lost answer without adding twice. */
  key: string
}

interface Selection {
  /** The chosen questions in their order, which they get in the survey. */
  chosen: readonly Chosen[]
  /** The number of chosen questions that were added before a failure. */
  added: number
  /** The number of questions that the survey had before; undefined until an add has begun. */
  before?: number | undefined
}

const NOTHING: Selection = { chosen: [], added: 0 }

/** Returns true when the pool has lost the question. */
const isGone = (error: unknown) => error instanceof ApiError && error.errors?.question_pool_id !== undefined

const addedText = (added: number) =>
  added === 0 ? '' : `${counted(added, 'question')} ${added === 1 ? 'was' : 'were'} added before.`

const goneText = (titles: readonly string[]) =>
  titles.length === 0
    ? ''
    : `${titles.map((title) => `“${title}”`).join(', ')} ${titles.length === 1 ? 'is' : 'are'} not in the pool any more and could not be added.`

/** Keeps the chosen questions of all pages, through a reload, and adds them to a survey. */
export function useSelection(surveyId: number | undefined) {
  const userId = useLogin()?.user.id ?? 0
  const storedAt = draftKey(userId, `pool-selection:${surveyId ?? 'none'}`)
  const [selection, setSelection] = useState(() => readDraft<Selection>(storedAt) ?? NOTHING)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()
  const addToSurvey = useAddToSurvey()
  const readPool = useRefresh(POOL.stale)
  const { chosen } = selection

  function keep(next: Selection): void {
    setSelection(next)
    if (next.chosen.length > 0) writeDraft(storedAt, next)
    else dropDraft(storedAt)
  }

  function choose(questions: readonly Titled[]): void {
    setProblem(undefined)
    keep({ chosen: questions.map(({ id, title }) => ({ id, title, key: newKey() })), added: 0 })
  }

  const has = (id: number) => chosen.some((one) => one.id === id)
  const drop = (id: number) => choose(chosen.filter((one) => one.id !== id))

  async function countOf(id: number): Promise<number> {
    const { data } = await client.fetchQuery({ ...surveyQuery(id), staleTime: 0 })
    return data.question_count
  }

  /** Adds a question, or returns false when the pool has lost it. */
  async function addOne(survey_id: number, { id, key }: Chosen, order: number): Promise<boolean> {
    try {
      await addToSurvey({ body: { survey_id, question_pool_id: id, order }, key })
      return true
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
  }

  /** Adds one after the other at the end, so that each gets its place. */
  async function add(): Promise<void> {
    if (surveyId === undefined) return setProblem(NO_SURVEY)
    setPending(true)
    setProblem(undefined)
    let { added } = selection
    const gone: string[] = []
    try {
      const before = selection.before ?? (await countOf(surveyId))
      keep({ ...selection, before })
      for (const [index, question] of chosen.entries()) {
        if (await addOne(surveyId, question, before + added + 1)) added += 1
        else gone.push(question.title)
        keep({ chosen: chosen.slice(index + 1), added, before })
      }
      if (added > 0) toast.success(`${counted(added, 'question')} added to the survey.`)
      if (gone.length > 0) setProblem(goneText(gone))
    } catch (error) {
      setProblem([messageOf(error), addedText(added), goneText(gone)].filter(Boolean).join(' '))
    } finally {
      if (gone.length > 0) void readPool()
      setPending(false)
    }
  }

  return {
    chosen,
    count: chosen.length,
    pending,
    problem,
    has,
    /** Chooses a question, or drops it. */
    toggle: (question: Titled) => (has(question.id) ? drop(question.id) : choose([...chosen, question])),
    /** Drops a question that is gone. */
    forget: (id: number) => has(id) && drop(id),
    clear: () => choose([]),
    add,
  }
}
