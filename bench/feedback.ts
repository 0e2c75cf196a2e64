import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { type FeedbackCollege, KINDS, type Kind, loadFeedback, QUESTIONS } from './feedback-college.ts'
import { areAsLong, areAsMany, compareInTurns, withBoth } from './growth.ts'
import { type Result, told } from './report.ts'
import { benchRush, benchSubmitting } from './submitting.ts'

/** The other responses of the small college are a hundredth of those of the large one. */
const SMALLER = 100

interface Read {
  path: string
  isSame: (big: string, small: string) => boolean
}

/** The calls of somebody who looks at the results of a survey. */
const readsOf = ({ surveyId, textId }: FeedbackCollege['read'][Kind]): Record<string, Read> => {
  const file = (format: string) => `/api/feedback-responses/export?survey_id=${surveyId}&format=${format}`
  return {
    'results of a survey': { path: `/api/feedback-surveys/${surveyId}/statistics`, isSame: areTheSame },
    'texts of a question': {
      path: `/api/feedback-surveys/${surveyId}/answers/${textId}?per_page=25`,
      isSame: areTheSame,
    },
    'responses of a survey': { path: `/api/feedback-responses/survey/${surveyId}?per_page=50`, isSame: areAsMany },
    'survey with its responses': {
      path: `/api/feedback-surveys/${surveyId}/with-responses?per_page=50`,
      isSame: areAsMany,
    },
    'responses as CSV': { path: file('csv'), isSame: areAsLong },
    'results as PDF': { path: file('pdf'), isSame: areAsLong },
  }
}

/** Other calls in a college with so many responses, and their callers. */
const OTHERS: Record<string, (of: FeedbackCollege) => { token: string; path: string }> = {
  'list of surveys': ({ token }) => ({ token, path: '/api/feedback-surveys?per_page=24' }),
  'newest responses': ({ token }) => ({ token, path: '/api/feedback-responses?per_page=50' }),
  'responses of a student': ({ token, students }) => ({
    token,
    path: `/api/feedback-responses/student/${students[0]?.id}?per_page=2`,
  }),
  'day of who is principal and head': ({ token }) => ({ token, path: '/api/today' }),
  'dashboard figures': ({ token }) => ({ token, path: '/api/dashboard/statistics' }),
  'surveys of a student': ({ students }) => ({
    token: students[0]?.token ?? '',
    path: '/api/feedback-surveys?page=1&per_page=24',
  }),
  'day of a student': ({ students }) => ({ token: students[0]?.token ?? '', path: '/api/today' }),
}

/** The results of one survey in a college with very many responses against one with few, and sending of responses. */
export function benchFeedback(college: College, plan: Plan): Promise<Result[]> {
  const { measured, others } = plan.responses
  const sizes = { big: plan.responses, small: { measured, others: others / SMALLER } }
  return withBoth(college, 'feedback', loadFeedback, sizes, async (pair) => {
    const { big, small } = pair
    const results = [
      told('feedback: minutes to load it', big.minutes, `${(measured + others) * QUESTIONS} answers at the most`),
    ]
    const among = `time among ${others * QUESTIONS} answers, of that among a hundredth`
    const growth = { ...pair, rounds: plan.rounds }
    for (const kind of KINDS)
      for (const [name, { isSame }] of Object.entries(readsOf(big.read[kind]))) {
        const what = `${kind} ${name} with ${measured} responses: ${among}`
        const ask = ({ port, token, read }: typeof big) => ({
          port,
          token,
          path: readsOf(read[kind])[name]?.path ?? '',
        })
        results.push(await compareInTurns({ ...growth, what, ask, isSame }))
      }
    for (const [name, asked] of Object.entries(OTHERS)) {
      const ask = (one: typeof big) => ({ port: one.port, ...asked(one) })
      results.push(await compareInTurns({ ...growth, what: `${name}: ${among}`, ask, isSame: areAsMany }))
    }
    // The embedded server takes few connections: what is no longer asked gives its own back.
    await small.stop()
    for (const kind of KINDS) results.push(...(await benchSubmitting(big, kind, plan)), await benchRush(big, kind))
    return results
  })
}

const withoutTimes = (answer: string) => answer.replace(/"submitted_at":"[^"]*"/g, '')
const areTheSame = (big: string, small: string) => withoutTimes(big) === withoutTimes(small)
