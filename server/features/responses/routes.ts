import { type FeedbackResponse, feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { ANONYMOUS_BY_NOW, activation, NO_LONGER_ANONYMOUS, takesAnswers } from '../../../shared/policies/feedback.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, forbidden, found, invalid, refuseUnless } from '../../core/errors.ts'
import { orNotFound, type Paging } from '../../core/paging.ts'
import { studentOf } from '../../core/scope.ts'
import type { Db, Tx } from '../../db/types.ts'
import { keyOf } from '../../http/idempotency.ts'
import { type Call, routes } from '../../http/routes.ts'
import { readStudent } from '../students/reads.ts'
import { withQuestions } from '../surveys/questions.reads.ts'
import type { AskedSurvey } from '../surveys/reads.ts'
import { findAnonymousResponse, listAnonymousResponses } from './anonymous.reads.ts'
import { whenFree } from './held-surveys.ts'
import { findResponse, holdSurvey, listResponses, lockResponse, readResponse } from './reads.ts'
import { besideQuestions, reportLines, sendKeyOf, settleAnswers } from './rules.ts'
import { openKeyFor, sealingOf, surveyWithResponses } from './sealing.writes.ts'
import { deleteResponse, submitResponse, updateResponse } from './writes.ts'

/** @throws 409 where a held survey can't be answered just now */
function refuseUnlessAsked({ standing, is_shown, questions }: AskedSurvey): void {
  // Opened responses are all of them, whatever a clock that was put back makes of the days.
  refuseUnless(takesAnswers, is_shown && standing === 'open' ? 'closed' : standing)
  if (questions.length === 0) refuseUnless(activation, 'empty')
}

async function questionsOf(db: Db, surveyId: number) {
  const [survey] = await withQuestions(db, [{ id: surveyId }])
  return survey?.questions ?? []
}

/** The student has answered on the word that it is anonymous, or that it is not. */
function refuseOtherWord(survey: FeedbackSurvey, { is_anonymous }: { is_anonymous?: boolean | undefined }): void {
  if (is_anonymous === undefined || is_anonymous === survey.is_anonymous) return
  throw conflict(is_anonymous ? NO_LONGER_ANONYMOUS : ANONYMOUS_BY_NOW)
}

async function submit({
  write,
  caller,
  body,
  request,
  services,
}: Pick<Call<typeof feedbackResponses.submit>, 'write' | 'caller' | 'body' | 'request' | 'services'>) {
  const student = studentOf(caller)
  if (!student) throw forbidden('Only students answer surveys.')
  // Before the transaction, which may be done again.
  const sendKey = sendKeyOf(body.feedback_survey_id, student.id, keyOf(request))
  await openKeyFor(services, caller, body.feedback_survey_id)
  const sent = Number(request.headers['content-length'] ?? 0)
  const keep = async (tx: Tx) => {
    const survey = await holdSurvey(tx, caller, body.feedback_survey_id)
    if (!survey) throw invalid({ feedback_survey_id: ['Survey does not exist'] })
    refuseUnlessAsked(survey)
    refuseOtherWord(survey, body)
    const answers = settleAnswers(survey.questions, body.answers)
    const submission = { studentId: student.id, sendKey, answers, sent }
    return submitResponse(tx, caller, survey, submission, () => sealingOf(services, request.log))
  }
  return { data: await whenFree(() => write(keep)) }
}

const listOf = (db: Db, caller: Caller, survey: FeedbackSurvey, page: Paging) =>
  survey.is_anonymous
    ? listAnonymousResponses(db, caller, survey, page)
    : listResponses(db, caller, { feedback_survey_id: survey.id }, page)

const foundResponse = async (db: Db, caller: Caller, id: number | string): Promise<FeedbackResponse> =>
  found(
    'Response',
    typeof id === 'number' ? await findResponse(db, caller, id) : await findAnonymousResponse(db, caller, id),
  )

export const responseRoutes = routes(feedbackResponses, {
  list: ({ db, caller, query, page }) => listResponses(db, caller, query, page),
  listBySurvey: async (call) =>
    listOf(call.db, call.caller, await surveyWithResponses(call, call.params.survey_id), call.page),
  readSurvey: async (call) => {
    const survey = await surveyWithResponses(call, call.params.id)
    const { data: responses, meta } = await listOf(call.db, call.caller, survey, call.page)
    return { data: { ...survey, responses }, meta }
  },
  listByStudent: async ({ db, caller, params: { student_id }, page }) =>
    orNotFound(await listResponses(db, caller, { student_id }, page), () => readStudent(db, caller, student_id)),
  read: async ({ db, caller, params }) => ({ data: await foundResponse(db, caller, params.id) }),
  readWithAnswers: async ({ db, caller, params }) => {
    const response = await foundResponse(db, caller, params.id)
    const questions = await questionsOf(db, response.feedback_survey_id)
    return { data: { ...response, questions: besideQuestions(questions, response) } }
  },
  readReport: async ({ db, caller, params }) => {
    const response = await foundResponse(db, caller, params.id)
    return { data: { ...response, ...reportLines(await questionsOf(db, response.feedback_survey_id), response) } }
  },
  create: submit,
  submit,
  update: async ({ write, caller, params, body }) => {
    if (!studentOf(caller)) throw forbidden('Only students answer surveys.')
    const keep = async (tx: Tx) => {
      const { feedback_survey_id } = await readResponse(tx, caller, params.id)
      const survey = found('Survey', await holdSurvey(tx, caller, feedback_survey_id))
      refuseUnlessAsked(survey)
      const response = await lockResponse(tx, caller, params.id)
      const answers = body.answers && settleAnswers(survey.questions, body.answers)
      return updateResponse(tx, caller, response, { answers, updated_at: body.updated_at })
    }
    return { data: await whenFree(() => write(keep)) }
  },
  remove: async ({ write, caller, params: { id } }) => {
    await write(async (tx) => {
      const response =
        typeof id === 'number' ? await lockResponse(tx, caller, id, 'deletion') : await foundResponse(tx, caller, id)
      await deleteResponse(tx, caller, response)
    })
    return { message: 'Response deleted successfully' }
  },
})
