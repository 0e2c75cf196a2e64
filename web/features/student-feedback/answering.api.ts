import { queryOptions } from '@tanstack/react-query'
import { feedbackSurveys, type SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import { ApiError, unreached } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { getLogin } from '../../core/login.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { keyOf } from '../../core/queries.ts'
import { shelf } from '../../offline/shelf.ts'

interface SurveyCopy {
  survey: SurveyWithQuestions
  /** The time of the device's copy, while the server can't be reached. */
  knownAt: string | undefined
}

const surveys = shelf<SurveyWithQuestions>('survey/')

async function readSurvey(id: number, signal: AbortSignal): Promise<SurveyCopy | null> {
  const owner = getLogin()?.user.id
  try {
    const { data: survey } = await call(feedbackSurveys.readWithQuestions, { params: { id }, signal })
    void surveys.keep(owner, id, survey)
    return { survey, knownAt: undefined }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    const last = unreached(error) ? await surveys.find(id) : undefined
    if (!last) throw error
    return { survey: last.value, knownAt: last.at }
  }
}

/** Reads a survey with its questions, without network from the device's copy; null if there is none. */
export const answeringQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(feedbackSurveys.readWithQuestions, { params: { id } }, 'answering'),
    queryFn: ({ signal }) => readSurvey(id, signal),
    staleTime: (query) => (query.state.data?.knownAt ? 0 : sinceOpened(query)),
  })

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ id, can }) => {
  const surveyId = id('surveyId')
  return [surveyId !== undefined && can('feedback-responses:submit') && answeringQuery(surveyId)]
})
