import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import type { SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import { NO_LONGER_ANONYMOUS } from '../../../shared/policies/feedback.ts'
import { messageOf } from '../../core/api-error.ts'
import { getLogin } from '../../core/login.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { drop, sendNow } from '../../offline/outbox.ts'
import type { Given } from '../../parts/QuestionField.tsx'
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
import type { Held } from './held.ts'
import { responses } from './responses.ts'
import { settleResponse } from './settling.ts'

/** How a submission ended: the server has the answers, or this device keeps them for it. */
export type Outcome = 'sent' | 'queued'

/** Nothing when they were refused, and when nobody is signed in any more: what was submitted waits for the same person. */
async function outcomeOf(surveyId: number): Promise<Outcome | undefined> {
  if (!getLogin()) return undefined
  const state = responses.entryOf(surveyId)?.state
  if (state === 'waiting') return 'queued'
  if (state !== undefined && state !== 'saved') return undefined
  await drop(responses.subjectOf(surveyId))
  return 'sent'
}

const NAMED_NOW = `${NO_LONGER_ANONYMOUS} Submit again to send them with your name.`
const REWORDED_NOW =
  'Questions were changed after you had answered them. Look at your answers to them, and submit again.'

/** The way of answers: what is typed is kept at once, Submit gives all of it to the outbox, once. */
export function useAnswering(survey: SurveyWithQuestions, held: Held, onDone: (outcome: Outcome) => void) {
  const { questions } = survey
  const { begun, sent, unsent } = held
  /** What is on its way: the form stays as it is until the server, or this device, has it. */
  const [sending, setSending] = useState<AnswersDraft>()
  const isWaiting = held.isWaiting && !sending
  const draft = sending ?? held.draft
  const [opened] = useState({ is_anonymous: survey.is_anonymous })
  const values = useMemo(() => valuesOf(questions, draft), [questions, draft])
  const checked = useMemo(() => checkGiven(questions, values), [questions, values])
  const [problem, setProblem] = useState<string>()
  /** Whether what is missing or wrong has been asked for. */
  const [isTold, setTold] = useState(false)
  const isSending = useRef(false)
  const isDone = useRef(false)
  const isNamedNow = (draft?.is_anonymous ?? opened.is_anonymous) && !survey.is_anonymous
  const reworded = questions.filter((question) => isReworded(question, draft))
  /** What the student has been told, at the last press of the button, to be other than it was. */
  const told = useRef('')
  useOpenForm()
  useLeaveGuard(() => begun.refused && !isDone.current, begun.forget)

  // Always the same function, so that a key draws one question again and not fifty.
  const onChange = useCallbackRef((id: number, given: Given) => {
    const question = questions.find((one) => one.id === id)
    if (!question || isWaiting || isSending.current) return
    // Without anything begun the form would show the refused answers again.
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

  async function send(key: string): Promise<void> {
    const { id, title } = survey
    const body = bodyOf(survey, checked.answers)
    await responses.post(id, { title, endpoint: feedbackResponses.submit, body, key, about: null })
    begun.forget()
    await sendNow()
    const entry = responses.entryOf(id)
    if (entry?.state === 'conflict') await settleResponse(entry).catch(() => undefined)
  }

  /** What is other than when it was answered, and was not told yet: nothing is sent before the next press. */
  function newsOfSurvey(): string | undefined {
    const news = JSON.stringify([isNamedNow, reworded.map(({ id, question_text }) => [id, question_text])])
    const isKnown = told.current === news
    told.current = news
    if (isNamedNow && !isKnown && unsent?.problem !== NO_LONGER_ANONYMOUS) return NAMED_NOW
    const isTold = isKnown || reworded.every(({ id }) => unsent?.errors?.[`answers.${id}`])
    return isTold ? undefined : REWORDED_NOW
  }

  /** Returns the question to go to first, when something is missing or wrong. */
  async function submit(): Promise<number | undefined> {
    // The button is disabled only once that is drawn.
    if (isSending.current || held.isWaiting || isDone.current) return
    setTold(true)
    const refused = refusalOfAnswers(questions, checked)
    if (refused) {
      setProblem(refused.problem)
      return refused.at
    }
    const news = newsOfSurvey()
    setProblem(news)
    if (news || !draft) return news === REWORDED_NOW ? reworded[0]?.id : undefined
    isSending.current = true
    setSending(draft)
    try {
      await send(draft.key)
      const outcome = await outcomeOf(survey.id)
      if (outcome) finish(outcome)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      isSending.current = false
      if (!isDone.current) setSending(undefined)
    }
  }

  // Sent behind the form.
  const state = sent?.state
  const known = useRef(state)
  const settle = useCallbackRef((before: typeof state) => {
    if (before === 'waiting' && state === 'saved' && !isSending.current) finish('sent')
  })
  useEffect(() => {
    settle(known.current)
    known.current = state
  }, [state, settle])

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
