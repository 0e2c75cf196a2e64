import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import { takesAnswers } from '../../../shared/policies/feedback.ts'
import { forbidden, found, refuseUnless } from '../../core/errors.ts'
import { keyOf } from '../../core/http/idempotency.ts'
import { type Call, routes } from '../../core/http/routes.ts'
import { studentOf } from '../../core/scope.ts'
import { withQuestions } from './questions.reads.ts'
import { holdSurvey } from './responses.reads.ts'
import { sendKeyOf, settleAnswers } from './responses.rules.ts'
import { submitResponse } from './responses.writes.ts'

async function submit({
  write,
  caller,
  body,
  request,
}: Pick<Call<typeof feedbackResponses.submit>, 'write' | 'caller' | 'body' | 'request'>) {
  const student = studentOf(caller)
  if (!student) throw forbidden('Only students answer surveys.')
  // Before the transaction, which may be done again.
  const sendKey = sendKeyOf(body.feedback_survey_id, keyOf(request))
  const data = await write(async (tx) => {
    const survey = found('Survey', await holdSurvey(tx, caller, body.feedback_survey_id))
    refuseUnless(takesAnswers, survey.standing)
    const [asked] = await withQuestions(tx, [survey])
    const answers = settleAnswers(asked?.questions ?? [], body.answers)
    return submitResponse(tx, caller, survey, { studentId: student.id, sendKey, answers })
  })
  return { data }
}

export const responseRoutes = routes(feedbackResponses, { create: submit, submit })
