import { feedbackResults } from '../../../shared/contract/feedback/results.ts'
import { questionTypes } from '../../../shared/feedback/question-types.ts'
import type { Caller } from '../../core/caller.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../core/http/routes.ts'
import type { Db } from '../../db/types.ts'
import { sendResponses } from './exports.ts'
import { withQuestions } from './questions.reads.ts'
import { listTexts, readResults } from './results.reads.ts'
import { type Part, refusePart } from './results.rules.ts'
import { findSurvey } from './surveys.reads.ts'

/** A survey that has results of the part, with its questions. */
async function foundAsked(db: Db, caller: Caller, id: number, part: Part) {
  const survey = found('Survey', await findSurvey(db, caller, id))
  refusePart(survey, part)
  const [asked] = await withQuestions(db, [survey])
  return { survey, questions: asked?.questions ?? [] }
}

async function resultsOf(db: Db, caller: Caller, id: number, part: Part) {
  const { survey, questions } = await foundAsked(db, caller, id, part)
  return { data: await readResults(db, survey, questions, part) }
}

export const resultRoutes = routes(feedbackResults, {
  ofSurvey: ({ db, caller, params, query }) => resultsOf(db, caller, params.id, query),
  statistics: ({ db, caller, query }) => resultsOf(db, caller, query.survey_id, query),
  export: async (call) => {
    const { survey_id, batch_id, group_id } = call.query
    return sendResponses(call, await foundAsked(call.db, call.caller, survey_id, { batch_id, group_id }))
  },
  texts: async ({ db, caller, params, query, page }) => {
    const { batch_id, group_id, q } = query
    const { survey, questions } = await foundAsked(db, caller, params.id, { batch_id, group_id })
    const { id: questionId } = found(
      'Question',
      questions.find((one) => one.id === params.question_id && questionTypes[one.question_type].picture === 'texts'),
    )
    return listTexts(db, survey, { questionId, q, batch_id, group_id }, page)
  },
})
