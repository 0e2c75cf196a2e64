import { connect } from '../server/db/open.ts'
import { requestText } from './asking.ts'
import { type AttendanceCollege, GROUP } from './attendance-college.ts'
import { overHttp, type Plan, type Rival } from './contest.ts'
import { benchWrite } from './driver.ts'
import type { RunningServer } from './processes.ts'
import type { Result } from './report.ts'
import { recordStatements, type Statement, transactionOf } from './statements.ts'

/** More than anybody takes in one turn. */
const FRESH = 6000

export const TAKE = '/api/attendance-submissions'

interface Register {
  id: number
  /** The index of the group whose session it is. */
  group: number
}

/** Pending sessions to take the attendance of, as many as one turn needs. */
export interface Registers {
  next(): Register
  /** Returns the register as a device sends it: two of three present, an entry for each of the 60. */
  bodyOf(register: Register): object
  /**
   * Gives a rival fresh sessions for its turn. Its registers are checked and removed after it, and the room given back:
   * the last turn finds the tables as the first did.
   */
  inTurn(rival: Rival): Rival
  close(): Promise<void>
}

/** Sessions of the groups of 60, one after the other, so that callers wait for one another as little as in life. */
export async function openRegisters({ url, groupIds }: AttendanceCollege): Promise<Registers> {
  // A single connection for good: the settings below are gone with it.
  const opened = connect({ connectionString: url, max: 1, idleTimeoutMillis: 0, statement_timeout: false })
  const { pool } = opened
  const full = groupIds.slice(0, -1)
  const { rows } = await pool.query<{ ids: number[] }>(
    `select array_agg(student_id order by student_id) as ids from student_groups where group_id = any($1)
      group by group_id order by group_id`,
    [full],
  )
  const members = rows.map((row) => row.ids)
  if (members.some((ids) => ids.length !== GROUP)) throw new Error(`A group has not ${GROUP} students`)
  // The removed rows are this file's: nothing refers to them, and the trail of them need not stay.
  await pool.query('set session_replication_role = replica')
  let fresh: number[] = []
  let taken = 0
  const bodies = members.map((ids) =>
    ids.map((student_id, index) => ({ student_id, status: index % 3 === 0 ? 'absent' : 'present' })),
  )

  async function make(): Promise<void> {
    const made = await pool.query<{ id: number }>(
      `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id)
        select department_id, batch_id, id, current_date, '06:00', '07:00', 1
        from generate_series(1, $2) n cross join groups where id = any($1) order by n, id returning id`,
      [full, FRESH / full.length],
    )
    fresh = made.rows.map((row) => row.id)
    taken = 0
  }

  async function remove(): Promise<void> {
    const entries = 'delete from attendance_submissions where attendance_session_id = any($1)'
    const sessions = `delete from attendance_sessions where id = any($1) and status = 'completed'`
    const trail = `delete from audit where entity = 'attendance_session' and action = 'take' and entity_id = any($1)`
    const done: (number | null)[] = []
    for (const statement of [entries, sessions, trail]) done.push((await pool.query(statement, [fresh])).rowCount)
    await pool.query('delete from attendance_sessions where id = any($1)', [fresh])
    await pool.query('vacuum attendance_submissions, attendance_sessions, audit')
    if (String(done) !== String([taken * GROUP, taken, taken]))
      throw new Error(`${taken} registers taken, and there are ${done} marks, completed sessions and rows of the trail`)
  }

  return {
    next: () => {
      const id = fresh[taken]
      if (id === undefined) throw new Error(`More than ${FRESH} registers taken in one turn`)
      taken += 1
      return { id, group: (taken - 1) % full.length }
    },
    bodyOf: ({ id, group }) => ({
      attendance_session_id: id,
      submission_type: 'bulk_create',
      submissions: bodies[group],
    }),
    inTurn: (rival) => async (stint) => {
      await make()
      const slice = await rival(stint)
      await remove()
      return slice
    },
    close: () => opened.close(),
  }
}

/** Taking the attendance of 60 through the whole product, against the same transaction straight through the driver. */
export async function benchTaking(
  college: AttendanceCollege & RunningServer & { directory: string },
  plan: Plan,
): Promise<Result[]> {
  const registers = await openRegisters(college)
  try {
    const transactions = await recordTakings(college, registers)
    const take = () => requestText('POST', TAKE, college.token, registers.bodyOf(registers.next()))
    return await benchWrite(
      {
        what: `attendance of ${GROUP}`,
        url: college.url,
        product: overHttp(college.port, take),
        transaction: () => transactions(registers.next()),
        inTurn: registers.inTurn,
      },
      plan,
    )
  } finally {
    await registers.close()
  }
}

/** The product's transaction for each group once; another session's is the same but for its id. */
async function recordTakings(college: AttendanceCollege & { directory: string }, registers: Registers) {
  const recorded = new Map<number, { id: number; statements: Statement[] }>()
  const record = registers.inTurn(async () => {
    const taken = college.groupIds.slice(0, -1).map(() => registers.next())
    const requests = taken.map((one) => ({ method: 'POST' as const, path: TAKE, body: registers.bodyOf(one) }))
    const statements = await recordStatements(college, requests)
    for (const [index, { id, group }] of taken.entries())
      recorded.set(group, { id, statements: transactionOf(statements[index] ?? []) })
    return { rate: 0, p99: 0 }
  })
  await record({ milliseconds: 0, callers: 1 })
  return ({ id, group }: Register): Statement[] => {
    const model = recorded.get(group)
    return (model?.statements ?? []).map((statement) => ({
      ...statement,
      values: statement.values.map((value) => (value === model?.id ? id : value)),
    }))
  }
}
