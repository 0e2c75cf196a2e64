import { connect } from '../server/db/open.ts'
import { requestText } from './asking.ts'
import type { College } from './college.ts'
import { CONNECTIONS, overHttp, type Plan, type Rival } from './contest.ts'
import { benchWrite } from './driver.ts'
import { areAsLong, areAsMany, compareInTurns, compareReading, type Opened, withBoth } from './growth.ts'
import { type Result, told } from './report.ts'
import { EACH, GROUP, loadResults, type ResultsCollege, SMALL_CLASSES } from './results-college.ts'
import { recordStatements, transactionOf } from './statements.ts'

const SAVE = '/api/assessment-results'

/** Reads of a group's results all day, in a college with five million of them against one with fifty thousand. */
const READS: Record<string, (of: ResultsCollege) => string> = {
  'results of a group': ({ groupId }) => `/api/assessment-results/group/${groupId}`,
  'assessments of a group': ({ groupId }) => `/api/assessments/group/${groupId}`,
  'results of an assessment': ({ assessmentId }) => `/api/assessment-results/assessment/${assessmentId}`,
  'roster of an assessment': ({ assessmentId }) => `/api/assessments/${assessmentId}/roster`,
  'results of a student': ({ studentId, groupId }) => `/api/assessment-results/student/${studentId}/group/${groupId}`,
  'weighted totals of a group': ({ groupId }) => `/api/assessments/group/${groupId}/totals`,
}

/** Reads that are less frequent, by an administrator unless somebody else is named. */
const OTHERS: Record<string, (of: ResultsCollege) => { path: string; by?: keyof ResultsCollege['tokens'] }> = {
  'weighted totals of a student': ({ studentId }) => ({ path: `/api/assessments/student/${studentId}/totals` }),
  'figures of an assessment': ({ assessmentId }) => ({ path: `/api/assessments/${assessmentId}/summary` }),
  'approved assessments of a group': ({ groupId }) => ({ path: `/api/assessments/group/${groupId}/approved` }),
  'assessments of a department and batch': ({ departmentId, batchId }) => ({
    path: `/api/assessments?department_id=${departmentId}&batch_id=${batchId}&per_page=25`,
  }),
  'newest assessments': () => ({ path: '/api/assessments?per_page=25' }),
  'newest results': () => ({ path: '/api/assessment-results?per_page=50' }),
  'report of a student': ({ studentId }) => ({ path: `/api/student-reports/student/${studentId}` }),
  'report of a group': ({ departmentId, batchId, groupId }) => ({
    path: `/api/student-reports?department_id=${departmentId}&batch_id=${batchId}&group_id=${groupId}&per_page=60`,
  }),
  'assessments of the own department': () => ({ path: '/api/assessments?per_page=25', by: 'hod' }),
  'results of the own department': () => ({ path: '/api/assessment-results?per_page=50', by: 'hod' }),
  'day of the head': () => ({ path: '/api/today', by: 'hod' }),
  'own results': () => ({ path: '/api/assessment-results?per_page=50', by: 'student' }),
  'day of a student': () => ({ path: '/api/today', by: 'student' }),
}

/** Files, of which a person may have a hundred in ten minutes. */
const FILES: typeof OTHERS = {
  'marks of an assessment as CSV': ({ assessmentId }) => ({ path: `/api/assessments/${assessmentId}/export/csv` }),
  'marks of an assessment as PDF': ({ assessmentId }) => ({ path: `/api/assessments/${assessmentId}/export/pdf` }),
  'weighted totals of a group as CSV': ({ groupId }) => ({
    path: `/api/assessments/group/${groupId}/totals/export/csv`,
  }),
}

export const benchResults = (college: College, plan: Plan): Promise<Result[]> =>
  withBoth(college, 'results', loadResults, { big: plan.classes, small: SMALL_CLASSES }, async (pair) => {
    const { big, small } = pair
    const results = [told('results: minutes to load them', big.minutes, `${big.results} results`)]
    for (const [name, path] of Object.entries(READS)) {
      const what = `${name}: p99 with ${big.results} results, of that with ${small.results}`
      results.push(await compareReading(what, pair, (one) => [{ ...one, path: path(one) }], plan))
    }
    for (const [name, asked] of Object.entries({ ...OTHERS, ...FILES }))
      results.push(
        await compareInTurns({
          ...pair,
          what: `${name}: time with ${big.results} results, of that with ${small.results}`,
          ask: (one) => {
            const { path, by } = asked(one)
            return { port: one.port, token: by ? one.tokens[by] : one.token, path }
          },
          rounds: plan.rounds,
          isSame: name in FILES ? areAsLong : areAsMany,
        }),
      )
    // The embedded server takes few connections: what is no longer asked gives its own back.
    await small.stop()
    results.push(...(await benchSaving(big, plan)))
    return results
  })

/** Saving the marks of 60 through the whole product, against the same transaction straight through the driver. */
async function benchSaving(college: Opened<ResultsCollege>, plan: Plan): Promise<Result[]> {
  const cleaner = connect({ connectionString: college.url, max: 1, idleTimeoutMillis: 0, statement_timeout: false })
  const { pool } = cleaner
  // The trail of what is saved here need not stay.
  await pool.query('set session_replication_role = replica')
  /** Whole marks with a tenth or two: none is one of those loaded, which are quarters. */
  const bodyOf = (id: number, marks: number, tenths: 0.1 | 0.2) => ({
    assessment_id: id,
    submission_type: 'assessment',
    results: (college.studentsOf.get(id) ?? []).map((student_id, at) => ({
      student_id,
      marks: ((marks + at) % 50) + tenths,
      remarks: null,
    })),
  })

  /** Removes the trail of a turn and the room of the former rows after it: the last turn finds the tables as the first. */
  const inTurn =
    (rival: Rival): Rival =>
    async (stint) => {
      const before = await pool.query<{ id: number }>('select coalesce(max(id), 0) as id from audit')
      const slice = await rival(stint)
      const { rowCount } = await pool.query(`delete from audit where id > $1 and entity = 'assessment_result'`, [
        before.rows[0]?.id,
      ])
      if (!rowCount || rowCount % GROUP !== 0) throw new Error(`${rowCount} marks were saved, not ${GROUP} at a time`)
      await pool.query('vacuum assessment_results, assessments, audit')
      return slice
    }

  try {
    const requests = college.savedIds.map((id) => ({ method: 'POST' as const, path: SAVE, body: bodyOf(id, 17, 0.1) }))
    const transactions = (await recordStatements(college, requests)).map(transactionOf)
    /** Each call gives the caller's next assessment, and marks that the one before did not give it. */
    const turns = Array.from({ length: CONNECTIONS }, () => 0)
    const next = (caller: number) => {
      const turn = turns[caller] ?? 0
      turns[caller] = turn + 1
      return { index: caller * EACH + (turn % EACH), marks: Math.floor(turn / EACH) }
    }
    const save = (caller: number) => {
      const { index, marks } = next(caller)
      return requestText('POST', SAVE, college.token, bodyOf(college.savedIds[index] ?? 0, marks, 0.2))
    }
    return await benchWrite(
      {
        what: `saving ${GROUP} results`,
        url: college.url,
        product: overHttp(college.port, save),
        transaction: (caller) => transactions[next(caller).index] ?? [],
        inTurn,
      },
      plan,
    )
  } finally {
    await cleaner.close()
  }
}
