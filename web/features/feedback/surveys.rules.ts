import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { entryOf } from '../../../shared/labels.ts'
import {
  activation,
  endOf,
  RESULTS_FROM,
  readinessOf,
  reopening,
  type SurveyAction,
  surveyMay,
} from '../../../shared/policies/feedback.ts'
import { allows, refusalOf } from '../../../shared/policies/policy.ts'
import type { Question } from '../../core/confirm.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { textsOf } from '../../ui/texts.ts'

export const SURVEY: RecordKind = { entity: 'feedback_survey', title: 'Survey', noun: 'survey' }

/** The filter of the list; a new survey starts with it. */
export interface SurveyChoices {
  department_id: number | undefined
  batch_id: number | undefined
}

const PLACE = ['department_id', 'batch_id'] as const
const TEXTS = ['title', 'description', 'start_date', 'end_date'] as const

export const surveyValues = (survey: FeedbackSurvey | undefined, chosen: SurveyChoices) => ({
  ...textsOf(survey, TEXTS),
  ...textsOf<keyof SurveyChoices>(survey ?? chosen, PLACE),
  ...textsOf(survey, ['group_id']),
  status: survey?.status ?? 'draft',
  is_anonymous: survey?.is_anonymous ?? false,
  allow_multiple_responses: survey?.allow_multiple_responses ?? false,
})
export type SurveyValues = ReturnType<typeof surveyValues>

const idOrNull = (id: string) => Number(id) || null

export const surveyBody = (values: SurveyValues) => ({
  ...values,
  department_id: idOrNull(values.department_id),
  batch_id: idOrNull(values.batch_id),
  group_id: idOrNull(values.group_id),
})

/** Returns the reason why a survey can't be activated yet although its status allows it. */
export const lackOf = (survey: FeedbackSurvey, today: string) =>
  allows(surveyMay.activate, survey.status) ? refusalOf(activation, readinessOf(survey, today)) : undefined

/** The buttons of a survey. From draft to closed, and from closed to draft, only its form leads. */
const STEPS: Record<FeedbackSurvey['status'], readonly SurveyAction[]> = {
  draft: ['activate'],
  active: ['deactivate', 'close'],
  closed: ['activate'],
}

/** Returns the actions that questions, days and a final end allow. */
export const actionsOf = (survey: FeedbackSurvey, today: string) =>
  (entryOf(STEPS, survey.status) ?? []).filter(
    (action) => action !== 'activate' || (lackOf(survey, today) === undefined && allows(reopening, endOf(survey))),
  )

/** The list's questions and toasts. */
export const MOVES: Record<SurveyAction | 'duplicate', { question?: Omit<Question, 'subject'>; done: string }> = {
  duplicate: { done: 'Survey duplicated successfully! The copy is a draft without responses.' },
  activate: {
    question: {
      title: 'Activate survey',
      message: 'Are you sure you want to activate this survey? The students whom it asks can then answer it.',
      confirmLabel: 'Activate',
    },
    done: 'Survey activated successfully!',
  },
  deactivate: {
    question: {
      title: 'Deactivate survey',
      message: 'Are you sure you want to deactivate this survey? It becomes a draft again, which no student sees.',
      confirmLabel: 'Deactivate',
    },
    done: 'Survey deactivated successfully!',
  },
  close: {
    question: {
      title: 'Close survey',
      message:
        'Are you sure you want to close this survey? No student can answer it any more. An anonymous one that has results then is not opened again.',
      confirmLabel: 'Close Survey',
    },
    done: 'Survey closed successfully!',
  },
}

const SHOWN_LETTERS = 50

/** Returns the start of a description, for the list. */
export function excerpt(description: string): string {
  const letters = [...description]
  return letters.length > SHOWN_LETTERS ? `${letters.slice(0, SHOWN_LETTERS).join('')}…` : description
}

/** Names the addressees of a choice in the form: the smallest chosen place is asked. */
export function askedHint({
  department_id,
  batch_id,
  group_id,
}: Pick<SurveyValues, 'department_id' | 'batch_id' | 'group_id'>): string {
  if (group_id) return 'The survey asks the students of this group.'
  if (batch_id) return 'The survey asks the students of this batch.'
  if (department_id) return 'With no batch chosen the survey asks the students of this department.'
  return 'With none of these chosen the survey asks every student.'
}

export const endHint = (day: string, today: string) =>
  day !== '' && day < today ? 'This day is over: the survey would have expired.' : undefined

/** Explains anonymity to the person who chooses it. */
export const ANONYMOUS_MEANS = `Students are told that nobody can see who gave which answer: it is kept apart who has answered, and results are shown when the survey has ended, from ${RESULTS_FROM} responses on; it can't be opened again then. This can't be changed once a response exists.`
