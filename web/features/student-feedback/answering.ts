import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import type { SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import { NO_LONGER_ANONYMOUS } from '../../../shared/policies/feedback.ts'
import { messageOf } from '../../core/api-error.ts'
import { getLogin } from '../../core/login.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import type { InputValue } from '../../parts/QuestionField.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import {
  bodyOf,
  checkGiven,
  isReworded,
  refusalOfAnswers,
  strayAnswers,
  valuesOf,
  withAnswer,
} from './answers.rules.ts'
import type { AnswersDraft } from './drafts.rules.ts'
import type { AnswersState } from './held.ts'
import { responses, type SentResponse } from './responses.ts'
import { settleResponse } from './settling.ts'

/** The end of a submission: the server has the answers, or this device keeps them to send. */
export type Outcome = 'sent' | 'queued'

/** Sends the answers. Returns nothing when they were refused, or when they wait for a new login. */
async function sendAnswers(
  survey: SurveyWithQuestions,
  answers: Parameters<typeof bodyOf>[1],
  key: string,
  begun: AnswersState['begun'],
): Promise<Outcome | undefined> {
  const { id, title } = survey
  const posted = { title, endpoint: feedbackResponses.submit, body: bodyOf(survey, answers), key, about: null }
  const sent = await responses.send(id, posted, begun)
  if (sent?.state === 'conflict') await settleResponse(sent).catch(() => undefined)
  if (!getLogin()) return undefined
  const state = responses.entryOf(id)?.state
  if (state === 'waiting') return 'queued'
  return state === undefined || state === 'saved' ? 'sent' : undefined
}

const NAMED_NOW = `${NO_LONGER_ANONYMOUS} Submit again to send them with your name.`
const REWORDED_NOW =
  'Questions were changed after you had answered them. Look at your answers to them, and submit again.'

/** Finds the changes of a survey since it was answered; `tell` tells them once, before anything is sent. */
function useNews(
  { questions, is_anonymous }: SurveyWithQuestions,
  draft: AnswersDraft | undefined,
  held: AnswersState,
) {
  const { unsent } = held
  const [opened] = useState({ is_anonymous })
  const isNamedNow = (draft?.is_anonymous ?? opened.is_anonymous) && !is_anonymous
  const reworded = questions.filter((question) => isReworded(question, draft))
  /** The changes that were told at the last press of the button. */
  const told = useRef('')

  function tell(): string | undefined {
    const news = JSON.stringify([isNamedNow, reworded.map(({ id, question_text }) => [id, question_text])])
    const isKnown = told.current === news
    told.current = news
    if (isNamedNow && !isKnown && unsent?.problem !== NO_LONGER_ANONYMOUS) return NAMED_NOW
    const isTold = isKnown || reworded.every(({ id }) => unsent?.errors?.[`answers.${id}`])
    return isTold ? undefined : REWORDED_NOW
  }

  return { opened, isNamedNow, reworded, tell }
}

/** Calls back when waiting answers have been sent in the background. */
function useArrival(state: SentResponse['state'] | undefined, onArrived: () => void): void {
  const before = useRef(state)
  const arrive = useCallbackRef(onArrived)
  useEffect(() => {
    if (before.current === 'waiting' && state === 'saved') arrive()
    before.current = state
  }, [state, arrive])
}

/** Keeps typed answers on the device at once; Submit hands all of them to the outbox, once. */
export function useAnswering(survey: SurveyWithQuestions, held: AnswersState, onDone: (outcome: Outcome) => void) {
  const { questions } = survey
  const { begun, sent, unsent } = held
  /** The submitted answers: the form stays until the server, or this device, has them. */
  const [sending, setSending] = useState<AnswersDraft>()
  const isWaiting = held.isWaiting && !sending
  const draft = sending ?? held.draft
  const values = useMemo(() => valuesOf(questions, draft), [questions, draft])
  const checked = useMemo(() => checkGiven(questions, values), [questions, values])
  const { opened, isNamedNow, reworded, tell } = useNews(survey, draft, held)
  const [problem, setProblem] = useState<string>()
  /** True after a try, when missing and wrong answers are shown. */
  const [isTold, setTold] = useState(false)
  const isSending = useRef(false)
  const isDone = useRef(false)
  useOpenForm()
  useLeaveGuard(() => begun.refused && !isDone.current, begun.forget)

  // The function stays the same, so that a key draws one question and not fifty.
  const onChange = useCallbackRef((id: number, given: InputValue) => {
    const question = questions.find((one) => one.id === id)
    if (!question || isWaiting || isSending.current) return
    // Without a draft the form would show the refused answers again.
    const none = unsent && draft && { ...draft, answers: {} }
    begun.change((kept) => withAnswer(kept ?? draft, opened, question, given) ?? none, survey.title)
    setProblem(undefined)
  })

  function startOver(): void {
    begun.forget()
    setTold(false)
    setProblem(undefined)
  }

  function finish(outcome: Outcome): void {
    if (isDone.current) return
    isDone.current = true
    onDone(outcome)
  }

  /** Finds what keeps the answers from being sent, and the question to go to first. */
  function refusalNow(): ReturnType<typeof refusalOfAnswers> {
    const refusal = refusalOfAnswers(questions, checked)
    if (refusal) return refusal
    const news = tell()
    return news === undefined ? news : { problem: news, at: news === REWORDED_NOW ? reworded[0]?.id : undefined }
  }

  /** Returns the question to go to first, when something is missing or wrong. */
  async function submit(): Promise<number | undefined> {
    // The button is disabled only after the next drawing.
    if (isSending.current || held.isWaiting || isDone.current) return
    setTold(true)
    const refusal = refusalNow()
    setProblem(refusal?.problem)
    if (refusal || !draft) return refusal?.at
    isSending.current = true
    setSending(draft)
    try {
      const outcome = await sendAnswers(survey, checked.answers, draft.key, begun)
      if (outcome) finish(outcome)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      isSending.current = false
      if (!isDone.current) setSending(undefined)
    }
  }

  useArrival(sent?.state, () => {
    if (!isSending.current) finish('sent')
  })

  return {
    values,
    checked,
    isTold,
    pending: sending !== undefined,
    problem,
    isWaiting,
    isNamedNow,
    reworded,
    strays: strayAnswers(questions, draft),
    onChange,
    startOver,
    submit,
  }
}
