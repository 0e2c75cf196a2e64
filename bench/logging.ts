import type pg from 'pg'
import { connect } from '../server/db/open.ts'
import { LOG_ENTRIES_A_DAY_MAX } from '../shared/limits.ts'
import { requestText } from './asking.ts'
import { overHttp, type Plan, type Rival } from './contest.ts'
import { benchWrite } from './driver.ts'
import type { Opened } from './growth.ts'
import type { LogbookCollege } from './logbook-college.ts'
import type { Result } from './report.ts'
import { recordStatements, type Statement, transactionOf } from './statements.ts'

/** As many at once as supervise and log in a busy hour. */
const CALLERS = 16
/** Calls that sign in one turn at the most: of one entry, and of a round. */
const SIGNED = { one: 3000, round: 600, least: 300 }
const ENTRIES = '/api/log-entries'

const withFewer = (plan: Plan): Plan => ({ ...plan, callers: Math.min(plan.callers, CALLERS) })

/** A connection that cleans up after each turn, so that the last one finds the tables as the first. */
async function openCleaner(url: string) {
  const opened = connect({ connectionString: url, max: 1, idleTimeoutMillis: 0, statement_timeout: false })
  const { pool } = opened
  const { rows } = await pool.query<{ entry: number; trail: number }>(
    'select (select max(id) from log_entries) as entry, (select coalesce(max(id), 0) from audit) as trail',
  )
  const { entry = 0, trail = 0 } = rows[0] ?? {}
  return {
    pool,
    lastEntry: entry,
    /** Removes the trail of a turn and what it counts of the day; returns the number of its rows. */
    clearTrail: async () => {
      await pool.query('set session_replication_role = replica')
      const { rowCount } = await pool.query('delete from audit where id > $1', [trail])
      await pool.query('set session_replication_role = origin')
      // One person writes more here than a day allows.
      await pool.query('delete from day_amounts')
      await pool.query('vacuum log_entries, log_entry_counts, audit')
      return rowCount ?? 0
    },
    close: () => opened.close(),
  }
}

/** Gives each rival tables without what the others have left, and looks whether its turn has left a trail. */
const cleaning =
  (clean: () => Promise<number>) =>
  (rival: Rival): Rival =>
  async (stint) => {
    await clean()
    const slice = await rival(stint)
    if ((await clean()) === 0) throw new Error('A turn has left no trail')
    return slice
  }

/** Logging one entry through the whole product, against the same transaction straight through the driver. */
export async function benchLogging(college: Opened<LogbookCollege>, plan: Plan): Promise<Result[]> {
  const cleaner = await openCleaner(college.url)
  const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const body = { skill_id: 1, performed_on: today, place: 'Medical Unit II', level: 'supervised', supervisor_id: 1 }
  const clean = async () => {
    await cleaner.pool.query('delete from log_entries where id > $1', [cleaner.lastEntry])
    return cleaner.clearTrail()
  }
  const { writers } = college
  try {
    const transactions: Statement[][] = []
    for (const { token } of writers) {
      const [statements = []] = await recordStatements({ ...college, token }, [{ method: 'POST', path: ENTRIES, body }])
      transactions.push(transactionOf(statements))
    }
    let turn = 0
    const next = () => {
      const at = turn % writers.length
      turn += 1
      return at
    }
    const log = () => {
      if (turn >= writers.length * LOG_ENTRIES_A_DAY_MAX) throw new Error('Nobody may log more today')
      return requestText('POST', ENTRIES, writers[next()]?.token ?? '', body)
    }
    return await benchWrite(
      {
        what: 'logging an entry',
        url: college.url,
        product: overHttp(college.port, log),
        transaction: () => transactions[next()] ?? [],
        inTurn: (rival) => {
          const cleaned = cleaning(clean)(rival)
          return (stint) => {
            turn = 0
            return cleaned(stint)
          }
        },
      },
      withFewer(plan),
    )
  } finally {
    await clean()
    await cleaner.close()
  }
}

/** Adds entries that wait for the head; returns their ids. */
async function addWaiting(pool: pg.Pool, students: readonly number[], count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into log_entries (student_id, skill_id, department_id, performed_on, place, level, supervisor_id)
      select ($1::integer[])[1 + n % $2], 1 + n % 15, 1, current_date - 1, 'Medical Unit II', 'supervised', 1 + n % 6
      from generate_series(1, $3) n returning id`,
    [students, students.length, count],
  )
  return rows.map(({ id }) => id)
}

/** Signing so many entries at once through the whole product, against the same transaction through the driver. */
export async function benchSigning(college: Opened<LogbookCollege>, at: number, plan: Plan): Promise<Result[]> {
  const cleaner = await openCleaner(college.url)
  const calls = Math.max(SIGNED.least, Math.ceil(((at === 1 ? SIGNED.one : SIGNED.round) * plan.sliceMs) / 1500))
  const students = college.writers.map(({ id }) => id)
  const ids = await addWaiting(cleaner.pool, students, calls * at)
  const path = `${ENTRIES}/sign`
  const bodyOf = (call: number) => ({
    ids: ids.slice(call * at, (call + 1) * at),
    decision: 'completed',
    rating: 'meets',
  })
  const clean = async () => {
    await cleaner.pool.query(
      `update log_entries set status = 'logged', decision = null, rating = null, signed_by = null, signed_at = null
        where id = any($1) and status = 'signed'`,
      [ids],
    )
    return cleaner.clearTrail()
  }
  const numbers = ids.slice(0, calls).keys()
  const requests = [...numbers].map((call) => ({ method: 'POST' as const, path, body: bodyOf(call) }))
  try {
    const recorded = await recordStatements({ ...college, token: college.hodToken }, requests)
    const transactions = recorded.map(transactionOf)
    let turn = 0
    const sign = () => {
      if (turn >= calls) throw new Error(`More than ${calls} calls in one turn`)
      turn += 1
      return requestText('POST', path, college.hodToken, bodyOf(turn - 1))
    }
    return await benchWrite(
      {
        what: at === 1 ? 'signing an entry' : `signing ${at} entries at once`,
        url: college.url,
        product: overHttp(college.port, sign),
        transaction: () => transactions[turn++ % calls] ?? [],
        inTurn: (rival) => {
          const cleaned = cleaning(clean)(rival)
          return (stint) => {
            turn = 0
            return cleaned(stint)
          }
        },
      },
      withFewer(plan),
    )
  } finally {
    await cleaner.pool.query('delete from log_entries where id = any($1)', [ids])
    await cleaner.clearTrail()
    await cleaner.close()
  }
}
