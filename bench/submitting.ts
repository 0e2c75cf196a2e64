import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../server/db/open.ts'
import { neighboursOf } from '../server/features/responses/rules.ts'
import { requestText } from './asking.ts'
import { overHttp, type Plan, type Rival } from './contest.ts'
import { benchWrite } from './driver.ts'
import { ANSWERING, type FeedbackCollege, type Kind, OPEN_SURVEYS } from './feedback-college.ts'
import type { Opened } from './growth.ts'
import { atMost, type Result } from './report.ts'
import { recordStatements, type Statement, transactionOf } from './statements.ts'

type OpenedCollege = Opened<FeedbackCollege>

const SUBMIT = '/api/feedback-responses'
const AGAIN_AFTER_MS = 500
const MINUTE_S = 60
const RECORDED = 20

/** The answer to each type of question. */
const ANSWERS: Record<string, unknown> = {
  rating: 4,
  single_choice: 'Often',
  multiple_choice: ['Always', 'Never'],
  boolean: true,
  number: 12,
  textarea: 'More time at the bedside, in smaller groups.',
}

/** A student who answers one of the open surveys. */
interface Turn {
  student: FeedbackCollege['students'][number]
  /** Its place among the open ones. */
  survey: number
}

const TABLES: Record<Kind, string[]> = {
  named: ['feedback_responses'],
  anonymous: ['feedback_waiting_responses'],
}

/** The surveys that are open to answers, and what comes to them. */
async function openSurveys({ url, openIds }: FeedbackCollege, kind: Kind) {
  const opened = connect({ connectionString: url, max: 1, idleTimeoutMillis: 0, statement_timeout: false })
  const { pool } = opened
  const ids = openIds[kind]
  const { rows } = await pool.query<{ id: number; type: string; survey: number }>(
    `select id, question_type as type, feedback_survey_id as survey from feedback_questions
      where feedback_survey_id = any($1) order by position`,
    [ids],
  )
  const bodies = ids.map((feedback_survey_id) => ({
    feedback_survey_id,
    answers: rows
      .filter(({ survey }) => survey === feedback_survey_id)
      .map(({ id, type }) => ({ feedback_question_id: id, answer: ANSWERS[type] })),
  }))
  return {
    bodyOf: (survey: number) => bodies[survey] ?? {},
    count: async () => {
      let kept = 0
      for (const table of TABLES[kind]) {
        const counted = `select count(*)::integer as count from ${table} where feedback_survey_id = any($1)`
        kept += (await pool.query<{ count: number }>(counted, [ids])).rows[0]?.count ?? 0
      }
      return kept
    },
    /** Removes what was sent, and its room. */
    clear: async () => {
      for (const table of [...TABLES[kind], 'feedback_participants', 'feedback_send_keys']) {
        await pool.query(`delete from ${table} where feedback_survey_id = any($1)`, [ids])
        await pool.query(`vacuum ${table}`)
      }
    },
    close: () => opened.close(),
  }
}

type Surveys = Awaited<ReturnType<typeof openSurveys>>

/** Sending a response of twenty answers through the whole product, against its transaction through the driver. */
export async function benchSubmitting(college: OpenedCollege, kind: Kind, plan: Plan): Promise<Result[]> {
  const surveys = await openSurveys(college, kind)
  let taken = 0
  // Surveys come one after the other, as students answer when they are asked to.
  const next = (): Turn & { nth: number } => {
    const nth = taken
    const student = college.students[nth % ANSWERING]
    const survey = Math.floor(nth / ANSWERING)
    taken += 1
    if (!student || survey >= OPEN_SURVEYS) throw new Error(`More than ${nth} responses in one turn`)
    return { student, survey, nth }
  }
  const submit = overHttp(college.port, () => {
    const { student, survey } = next()
    return requestText('POST', SUBMIT, student.token, surveys.bodyOf(survey))
  })
  const product: Rival = async (stint) => {
    const slice = await submit(stint)
    const kept = await surveys.count()
    if (kept !== taken) throw new Error(`${taken} ${kind} responses were sent, and ${kept} are kept`)
    return slice
  }
  try {
    await surveys.clear()
    const transaction = await recordSubmissions(college, kind, surveys)
    return await benchWrite(
      {
        what: `sending a response, ${kind}`,
        url: college.url,
        product,
        transaction: () => transaction(next()),
        // The last turn finds the tables as the first.
        inTurn: (rival) => async (stint) => {
          await surveys.clear()
          taken = 0
          return rival(stint)
        },
      },
      plan,
    )
  } finally {
    await surveys.clear()
    await surveys.close()
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The product's transactions for the first students of a survey; others have other numbers, and keys of their own. */
async function recordSubmissions(college: OpenedCollege, kind: Kind, { bodyOf }: Surveys) {
  const models = college.students.slice(0, RECORDED)
  const transactions: Statement[][] = []
  for (const { token } of models) {
    const request = { method: 'POST' as const, path: SUBMIT, body: bodyOf(0) }
    const [statements = []] = await recordStatements({ ...college, token }, [request])
    transactions.push(transactionOf(statements))
  }
  const ids = college.openIds[kind]
  return ({ student, survey, nth }: Turn & { nth: number }): Statement[] => {
    const at = nth % RECORDED
    const model = models[at]?.id ?? 0
    const numbers = new Map<unknown, unknown>([
      [neighboursOf(model), neighboursOf(student.id)],
      [ids[0], ids[survey]],
      [model, student.id],
    ])
    const keys = new Map<string, string>()
    const own = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(own)
      if (numbers.has(value)) return numbers.get(value)
      if (typeof value !== 'string' || !UUID.test(value)) return value
      return keys.getOrInsertComputed(value, () => randomUUID())
    }
    return (transactions[at] ?? []).map((statement) => ({ ...statement, values: statement.values.map(own) }))
  }
}

/** Many students answer one survey at once, and send again what was not taken: none is lost, and all within a minute. */
export async function benchRush(college: OpenedCollege, kind: Kind): Promise<Result> {
  const { bodyOf, count, clear, close } = await openSurveys(college, kind)
  let again = 0
  const body = JSON.stringify(bodyOf(0))
  const send = async ({ token }: Turn['student']) => {
    const about = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const headers = { ...about, 'idempotency-key': randomUUID() }
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`http://127.0.0.1:${college.port}${SUBMIT}`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      if (answer.status === 201 || (answer.status === 409 && tries > 1)) return
      if (answer.status < 500) throw new Error(`A response is answered ${answer.status}`)
      again += 1
      await sleep(AGAIN_AFTER_MS)
    }
  }
  try {
    const start = performance.now()
    await Promise.all(college.students.map(send))
    const seconds = (performance.now() - start) / 1000
    const kept = await count()
    if (kept !== ANSWERING) throw new Error(`${ANSWERING} students have answered, and ${kept} responses are kept`)
    return atMost(
      MINUTE_S,
      `${ANSWERING} students answer one ${kind} survey at once, none is lost: seconds`,
      seconds,
      `${again} sent again`,
    )
  } finally {
    await clear()
    await close()
  }
}
