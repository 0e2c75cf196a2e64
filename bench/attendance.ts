import { requestText } from './asking.ts'
import { type AttendanceCollege, BATCH, GROUP, loadAttendance, SMALL_REST } from './attendance-college.ts'
import type { College } from './college.ts'
import { overHttp, type Plan, type Rival } from './contest.ts'
import { areAsMany, compareAtWork, compareInTurns, compareReading, type Pair, withBoth } from './growth.ts'
import { type Result, told } from './report.ts'
import { benchTaking, openRegisters, TAKE } from './taking.ts'

/**
 * Measures what people ask of attendance all day, in a college with ten million entries against one with a hundred
 * thousand. The answers are of the same rows in both (see `loadAttendance`).
 */
export const benchAttendance = (college: College, plan: Plan): Promise<Result[]> =>
  withBoth(college, 'attendance', loadAttendance, { big: plan.entries, small: SMALL_REST }, async (pair) => {
    const { big, small } = pair
    const results = [told('attendance: minutes to load the marks', big.minutes, `${big.entries} marks`)]
    for (const [name, path] of Object.entries(READS))
      results.push(await compareReading(atWork(name, pair), pair, (one) => [{ ...one, path: path(one) }], plan))
    for (const who of ['admin', 'teacher', 'student'] as const) {
      const asks = ({ port, tokens }: typeof big) => [{ port, token: tokens[who], path: '/api/today' }]
      // Nothing may wait for somebody.
      results.push(await compareReading(atWork(`the day of ${who}`, pair), pair, asks, plan, () => true))
    }
    for (const [name, path] of Object.entries(OTHERS))
      results.push(
        await compareInTurns({
          ...pair,
          what: `${name}: time with ${big.entries} marks, of that with ${small.entries}`,
          ask: (one) => ({ ...one, path: path(one) }),
          rounds: plan.rounds,
          isSame: areAsMany,
        }),
      )
    results.push(await compareTaking(pair, plan))
    // The embedded server takes few connections: what is no longer asked gives its own back.
    await small.stop()
    results.push(...(await benchTaking(big, plan)))
    return results
  })

const atWork = (name: string, { big, small }: Pair<AttendanceCollege>) =>
  `${name}: p99 with ${big.entries} marks, of that with ${small.entries}`

const READS: Record<string, (of: AttendanceCollege) => string> = {
  'sessions of a group': ({ groupIds }) => `/api/attendance-sessions/group/${groupIds[0]}`,
  'sessions of a department': ({ departmentId, batchId }) =>
    `/api/attendance-sessions?department_id=${departmentId}&batch_id=${batchId}&per_page=50`,
  'marks of a session': ({ sessionId }) => `/api/attendance-submissions/attendance-session/${sessionId}`,
  roster: ({ sessionId }) => `/api/attendance-sessions/${sessionId}/roster`,
  'record of a student': ({ studentId }) => `/api/attendance-submissions/student/${studentId}/record`,
  'marks of a student': ({ studentId, departmentId }) =>
    `/api/attendance-submissions/student/${studentId}?department_id=${departmentId}&per_page=25`,
  'report of a student': ({ studentId }) => `/api/student-reports/student/${studentId}`,
  [`report of ${BATCH}`]: ({ departmentId, batchId }) =>
    `/api/student-reports?department_id=${departmentId}&batch_id=${batchId}&per_page=${BATCH}`,
  [`totals of ${BATCH}`]: ({ departmentId, batchId }) =>
    `/api/student-reports/attendance-stats?department_id=${departmentId}&batch_id=${batchId}`,
}

/** Reads that are less frequent: of marks, and of the work that was handed in over the same years. */
const OTHERS: Record<string, (of: AttendanceCollege) => string> = {
  'newest marks': () => '/api/attendance-submissions?per_page=50',
  'newest sessions': () => '/api/attendance-sessions?per_page=50',
  'history of a student': ({ studentId }) => `/api/student-reports/attendance-history/${studentId}?per_page=50`,
  'tasks of a group': ({ groupIds }) => `/api/tasks/group/${groupIds[0]}?per_page=50`,
  'newest tasks': () => '/api/tasks?per_page=10',
  'work handed in to a task': ({ taskId }) => `/api/task-submissions/task/${taskId}?per_page=50`,
  'work of all whom a task is for': ({ taskId }) => `/api/task-submissions/task/${taskId}/roster?per_page=500`,
  'work of a student': ({ studentId }) => `/api/task-submissions/student/${studentId}?per_page=25`,
  'tasks of a student': ({ studentId }) => `/api/tasks/student/${studentId}?per_page=25`,
  'dashboard figures': () => '/api/dashboard/statistics',
}

async function compareTaking(pair: Pair<AttendanceCollege>, plan: Plan): Promise<Result> {
  const registers = { big: await openRegisters(pair.big), small: await openRegisters(pair.small) }
  try {
    const takes = (name: keyof typeof registers): Rival => {
      const { port, token } = pair[name]
      const { next, bodyOf, inTurn } = registers[name]
      return inTurn(overHttp(port, () => requestText('POST', TAKE, token, bodyOf(next()))))
    }
    const what = atWork(`taking the attendance of ${GROUP}`, pair)
    return await compareAtWork(what, { big: takes('big'), small: takes('small') }, plan)
  } finally {
    await registers.big.close()
    await registers.small.close()
  }
}
