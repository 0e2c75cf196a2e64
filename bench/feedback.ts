import { join } from 'node:path'
import { median } from './asking.ts'
import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { type FeedbackCollege, KINDS, type Kind, loadFeedback, QUESTIONS } from './feedback-college.ts'
import { type RunningServer, startProduct } from './processes.ts'
import { atMost, type Result, told } from './report.ts'
import { benchRush, benchSubmitting } from './submitting.ts'

type Opened = FeedbackCollege & RunningServer & { directory: string }

/** The other responses of the small college are a hundredth of those of the large one. */
const SMALLER = 100

/** What is asked when somebody looks at the results of a survey. */
const READS: Record<string, (of: FeedbackCollege['read'][Kind]) => string> = {
  'results of a survey': ({ surveyId }) => `/api/feedback-surveys/${surveyId}/statistics`,
  'texts of a question': ({ surveyId, textId }) => `/api/feedback-surveys/${surveyId}/answers/${textId}?per_page=25`,
}

/** The results of one survey in a college with very many responses against one with few, and sending of responses. */
export async function benchFeedback(college: College, plan: Plan): Promise<Result[]> {
  const { measured, others } = plan.responses
  const small = await openFeedback(college, 'feedback_small', { measured, others: others / SMALLER })
  const big = await openFeedback(college, 'feedback_big', plan.responses)
  try {
    const results = [
      told('feedback: minutes to load it', big.minutes, `${(measured + others) * QUESTIONS} answers at the most`),
    ]
    for (const kind of KINDS)
      for (const [name, path] of Object.entries(READS))
        results.push(await compare(`${kind} ${name}`, ({ read }) => path(read[kind]), { big, small }, plan))
    // The embedded server takes few connections: what is no longer asked gives its own back.
    await small.stop()
    for (const kind of KINDS) results.push(...(await benchSubmitting(big, kind, plan)), await benchRush(big, kind))
    return results
  } finally {
    await small.stop()
    await big.stop()
  }
}

/** One reader at a time, as results are read; the two in turns. */
async function compare(
  name: string,
  path: (of: FeedbackCollege) => string,
  { big, small }: { big: Opened; small: Opened },
  { rounds, responses }: Plan,
): Promise<Result> {
  const times = { big: [] as number[], small: [] as number[] }
  // The first rounds are for warming up.
  for (let round = -2; round < 2 * rounds; round++) {
    const answers: string[] = []
    for (const [size, one] of Object.entries({ big, small }) as [keyof typeof times, Opened][]) {
      const start = performance.now()
      const answer = await fetch(`http://127.0.0.1:${one.port}${path(one)}`, {
        headers: { authorization: `Bearer ${one.token}` },
      })
      answers.push(await answer.text())
      if (!answer.ok) throw new Error(`${name}: ${answers.at(-1)}`)
      if (round >= 0) times[size].push(performance.now() - start)
    }
    // Another answer would be given in another time.
    if (withoutTimes(answers[0]) !== withoutTimes(answers[1]))
      throw new Error(`${name}: two answers\n${answers.join('\n')}`)
  }
  return atMost(
    1.5,
    `${name} with ${responses.measured} responses: time among ${responses.others * QUESTIONS} answers, of that among a hundredth`,
    median(times.big.map((time, round) => time / (times.small[round] ?? Number.NaN))),
    `${median(times.big).toFixed(1)} to ${median(times.small).toFixed(1)} ms`,
  )
}

const withoutTimes = (answer = '') => answer.replace(/"submitted_at":"[^"]*"/g, '')

async function openFeedback(college: College, name: string, responses: Plan['responses']): Promise<Opened> {
  const loaded = await loadFeedback(college, name, responses)
  const directory = join(college.directory, name)
  return { ...loaded, ...(await startProduct({ DATABASE_URL: loaded.url, DATA_DIR: directory })), directory }
}
