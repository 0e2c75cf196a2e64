import { feedbackResults } from '../../../shared/contract/feedback/results.ts'
import { questionTypes } from '../../../shared/feedback/question-types.ts'
import type { Caller } from '../../core/caller.ts'
import { found } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import { routes } from '../../http/routes.ts'
import { readBatch } from '../batches/reads.ts'
import { readOwnDepartment } from '../departments/reads.ts'
import { readGroup } from '../groups/reads.ts'
import { type Asking, surveyWithResponses } from '../responses/sealing.writes.ts'
import { withQuestions } from '../surveys/questions.reads.ts'
import type { PartNames } from './documents.ts'
import { sendResponses } from './exports.ts'
import { listTexts, readResults } from './reads.ts'
import { type Part, refusePart } from './rules.ts'

/** Returns the names of a part. A department's groups are shown to its own people alone. */
async function namesOf(db: Db, caller: Caller, { department_id, batch_id, group_id }: Part): Promise<PartNames> {
  const department = department_id === undefined ? undefined : await readOwnDepartment(db, caller, department_id)
  const batch = batch_id === undefined ? undefined : await readBatch(db, caller, batch_id)
  const group = group_id === undefined ? undefined : await readGroup(db, caller, group_id)
  return { department: department?.name, batch: batch?.name, group: group?.name }
}

/** A survey that has results of the part, with its questions. */
async function foundAsked(call: Asking, id: number, part: Part) {
  const survey = await surveyWithResponses(call, id)
  refusePart(survey, part)
  const names = await namesOf(call.db, call.caller, part)
  const [asked] = await withQuestions(call.db, [survey])
  return { survey, questions: asked?.questions ?? [], part, names }
}

async function resultsOf(call: Asking, id: number, part: Part) {
  const { survey, questions } = await foundAsked(call, id, part)
  return { data: await readResults(call.db, survey, questions, part) }
}

export const resultRoutes = routes(feedbackResults, {
  ofSurvey: (call) => resultsOf(call, call.params.id, call.query),
  statistics: (call) => resultsOf(call, call.query.survey_id, call.query),
  export: async (call) => {
    const { survey_id, format: _, ...part } = call.query
    return sendResponses(call, await foundAsked(call, survey_id, part))
  },
  texts: async (call) => {
    const { db, params, page } = call
    const { department_id, batch_id, group_id, q } = call.query
    const { survey, questions, part } = await foundAsked(call, params.id, { department_id, batch_id, group_id })
    const { id: questionId } = found(
      'Question',
      questions.find((one) => one.id === params.question_id && questionTypes[one.question_type].picture === 'texts'),
    )
    return listTexts(db, survey, { questionId, q, ...part }, page)
  },
})
