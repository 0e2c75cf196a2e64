import type { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import type { BodyInput, Reply } from '../../../shared/endpoint.ts'
import { kind } from '../../offline/kinds.ts'

export type ResponseBody = BodyInput<typeof feedbackResponses.submit>

/** The submitted answers of students, by survey. */
export const responses = kind<ResponseBody, null, Reply<typeof feedbackResponses.submit>>('survey', {
  title: 'Survey answers',
  screen: '/student-feedback',
  stale: async () => (await import('./stale.ts')).STALE,
})

export type SentResponse = NonNullable<ReturnType<typeof responses.entryOf>>
