import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../server/db/open.ts'
import { overHttp, type Plan, type Rival } from './contest.ts'
import { benchWrite } from './driver.ts'
import { ANSWERING, type FeedbackCollege, OPEN_SURVEYS } from './feedback-college.ts'
import { requestText } from './load.ts'
import type { RunningServer } from './processes.ts'
import { atMost, type Result } from './report.ts'
import { recordStatements, type Statement, transactionOf } from './statements.ts'

type Opened = FeedbackCollege & RunningServer & { directory: string }

const SUBMIT = '/api/feedback-responses'
const AGAIN_AFTER_MS = 500
const MINUTE_S = 60

/** Who answers which of the open surveys. */
interface Turn {
  student: FeedbackCollege['students'][number]
  /** Its place among the open ones. */
  survey: number
}

async function openSurveys({ url, openIds }: FeedbackCollege) {
  const opened = connect({ connectionString: url, max: 1, idleTimeoutMillis: 0, statement_timeout: false })
  const { pool } = opened
  const { rows } = await pool.query<{ id: number; type: string; survey: number }>(
    `select id, question_type as type, feedback_survey_id as survey from feedback_questions
      where feedback_survey_id = any($1) order by position`,
    [openIds],
  )
  const ANSWERS: Record<string, unknown> = {
    rating: 4,
    single_choice: 'Often',
    multiple_choice: ['Always', 'Never'],
    boolean: true,
    number: 12,
    textarea: 'More time at the bedside, in smaller groups.',
  }
  const bodies = openIds.map((feedback_survey_id) => ({
    feedback_survey_id,
    answers: rows
      .filter(({ survey }) => survey === feedback_survey_id)
      .map(({ id, type }) => ({ feedback_question_id: id, answer: ANSWERS[type] })),
  }))
  return {
    bodyOf: ({ survey }: Pick<Turn, 'survey'>) => bodies[survey] ?? {},
    /** Removes what was sent and its room; @returns how many there were */
    clear: async () => {
      const { rowCount } = await pool.query('delete from feedback_responses where feedback_survey_id = any($1)', [
        openIds,
      ])
      await pool.query('vacuum feedback_responses')
      return rowCount ?? 0
    },
    close: () => opened.close(),
  }
}

/** Sending a response of twenty answers through the whole product, against its transaction through the driver. */
export async function benchSubmitting(college: Opened, plan: Plan): Promise<Result[]> {
  const { bodyOf, clear, close } = await openSurveys(college)
  let taken = 0
  const next = (): Turn => {
    const turn = { student: college.students[taken % ANSWERING], survey: Math.floor(taken / ANSWERING) }
    taken += 1
    if (!turn.student || turn.survey >= OPEN_SURVEYS) throw new Error(`More than ${taken - 1} responses in one turn`)
    return turn as Turn
  }
  /** The last turn finds the tables as the first. */
  const inTurn =
    (rival: Rival): Rival =>
    async (milliseconds) => {
      taken = 0
      const slice = await rival(milliseconds)
      const kept = await clear()
      if (kept !== taken) throw new Error(`${taken} responses sent, ${kept} kept`)
      return slice
    }
  try {
    const transaction = await recordSubmissions(college, bodyOf)
    await clear()
    const submit = () => {
      const turn = next()
      return requestText('POST', SUBMIT, turn.student.token, bodyOf(turn))
    }
    const what = 'sending a response'
    return await benchWrite(
      {
        what,
        url: college.url,
        product: overHttp(college.port, submit),
        transaction: () => transaction(next()),
        inTurn,
      },
      plan,
    )
  } finally {
    await close()
  }
}

/** The product's transaction for each survey once; another student's has another number, and each its own key. */
async function recordSubmissions(college: Opened, bodyOf: (turn: Pick<Turn, 'survey'>) => object) {
  const [model] = college.students
  if (!model) throw new Error('Nobody answers')
  const requests = college.openIds.map((_, survey) => ({
    method: 'POST' as const,
    path: SUBMIT,
    body: bodyOf({ survey }),
  }))
  const recorded = (await recordStatements({ ...college, token: model.token }, requests)).map(transactionOf)
  const isKey = (value: unknown) =>
    typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
  return ({ student, survey }: Turn): Statement[] =>
    (recorded[survey] ?? []).map((statement) => ({
      ...statement,
      values: statement.values.map((value) => (value === model.id ? student.id : isKey(value) ? randomUUID() : value)),
    }))
}

/** Many students send the same survey at once, and send again what was not taken: none is lost within a minute. */
export async function benchRush(college: Opened): Promise<Result> {
  const { bodyOf, clear, close } = await openSurveys(college)
  try {
    let again = 0
    const start = performance.now()
    const send = async ({ token }: Turn['student']) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      const body = JSON.stringify(bodyOf({ survey: 0 }))
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${college.port}${SUBMIT}`, { method: 'POST', headers, body })
        if (answer.status === 201) return
        if (answer.status < 500) throw new Error(`A response is answered ${answer.status}: ${await answer.text()}`)
        again += 1
        await sleep(AGAIN_AFTER_MS)
      }
    }
    await Promise.all(college.students.map(send))
    const seconds = (performance.now() - start) / 1000
    const kept = await clear()
    if (kept !== ANSWERING) throw new Error(`${ANSWERING} students have answered, and ${kept} responses are kept`)
    return atMost(
      MINUTE_S,
      `seconds in which ${ANSWERING} students answer a survey at once, none lost`,
      seconds,
      `${again} sent again`,
    )
  } finally {
    await close()
  }
}
