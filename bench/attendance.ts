import { join } from 'node:path'
import { requestText } from './asking.ts'
import { type AttendanceCollege, BATCH, GROUP, loadAttendance, type Rest, SMALL_REST } from './attendance-college.ts'
import type { College } from './college.ts'
import { compete, overHttp, type Plan, type Rival } from './contest.ts'
import { areAsMany, compareInTurns } from './growth.ts'
import { type RunningServer, startProduct } from './processes.ts'
import { atMost, type Result, told } from './report.ts'
import { benchTaking, openRegisters, TAKE } from './taking.ts'

type OpenedCollege = AttendanceCollege & RunningServer & { directory: string }

interface Pair {
  big: OpenedCollege
  small: OpenedCollege
}

/**
 * Measures what people ask of attendance all day, in a college with ten million entries against one with a hundred
 * thousand. The answers are of the same rows in both (see `loadAttendance`).
 */
export async function benchAttendance(college: College, plan: Plan): Promise<Result[]> {
  const small = await openAttendance(college, 'attendance_small', SMALL_REST)
  const big = await openAttendance(college, 'attendance_big', plan.entries)
  try {
    const results = [told('attendance: minutes to load the marks', big.minutes, `${big.entries} marks`)]
    for (const [name, path] of Object.entries(READS)) {
      await sameRows(name, path, { big, small })
      const asks = (one: OpenedCollege) => overHttp(one.port, () => requestText('GET', path(one), one.token))
      results.push(await compare(name, { big, small }, asks, plan))
    }
    for (const who of ['admin', 'teacher', 'student'] as const) {
      const asks = (one: OpenedCollege) => overHttp(one.port, () => requestText('GET', '/api/today', one.tokens[who]))
      results.push(await compare(`the day of ${who}`, { big, small }, asks, plan))
    }
    for (const [name, path] of Object.entries(OTHERS))
      results.push(
        await compareInTurns<OpenedCollege>({
          what: `${name}: time with ${big.entries} marks, of that with ${small.entries}`,
          big,
          small,
          ask: (one) => ({ port: one.port, token: one.token, path: path(one) }),
          rounds: plan.rounds,
          isSame: areAsMany,
        }),
      )
    results.push(await compareTaking({ big, small }, plan))
    // The embedded server takes few connections: what is no longer asked gives its own back.
    await small.stop()
    results.push(...(await benchTaking(big, plan)))
    return results
  } finally {
    await small.stop()
    await big.stop()
  }
}

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

/** Large against small; each in its turn. */
async function compare(name: string, { big, small }: Pair, rival: (one: OpenedCollege) => Rival, plan: Plan) {
  const { of, ratio } = await compete({ big: rival(big), small: rival(small) }, plan)
  return atMost(
    1.5,
    `${name}: p99 with ${big.entries} marks, of that with ${small.entries}`,
    ratio('p99', 'big', 'small'),
    `${of('big').p99.toFixed(1)} to ${of('small').p99.toFixed(1)} ms`,
  )
}

async function compareTaking(pair: Pair, plan: Plan): Promise<Result> {
  const registers = { big: await openRegisters(pair.big), small: await openRegisters(pair.small) }
  try {
    const takes = (name: keyof Pair): Rival => {
      const { port, token } = pair[name]
      const { next, bodyOf, inTurn } = registers[name]
      return inTurn(overHttp(port, () => requestText('POST', TAKE, token, bodyOf(next()))))
    }
    return await compare(
      `taking the attendance of ${GROUP}`,
      pair,
      (one) => takes(one === pair.big ? 'big' : 'small'),
      plan,
    )
  } finally {
    await registers.big.close()
    await registers.small.close()
  }
}

async function openAttendance(college: College, name: string, rest: Rest): Promise<OpenedCollege> {
  const loaded = await loadAttendance(college, name, rest)
  const directory = join(college.directory, name)
  const product = await startProduct({ DATABASE_URL: loaded.url, DATA_DIR: directory })
  return { ...loaded, ...product, directory }
}

/** An answer of fewer rows in one of the two would be given faster. */
async function sameRows(name: string, path: (of: AttendanceCollege) => string, { big, small }: Pair): Promise<void> {
  const rowsOf = async (one: OpenedCollege) => {
    const headers = { authorization: `Bearer ${one.token}` }
    const { data } = (await (await fetch(`http://127.0.0.1:${one.port}${path(one)}`, { headers })).json()) as {
      data?: unknown
    }
    return Array.isArray(data) ? data.length : data ? 1 : 0
  }
  const rows = [await rowsOf(big), await rowsOf(small)]
  if (rows[0] === 0 || rows[0] !== rows[1]) throw new Error(`${name}: answers of ${rows.join(' and ')} rows`)
}
