import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'
import { within } from './scope.ts'

/** The tables of counts by group and status, each with the columns that hold the counts. */
interface Counts {
  attendance_session_counts: 'sessions' | 'present' | 'absent' | 'leave'
  assessment_counts: 'assessments' | 'results' | 'absent'
  log_entry_counts: 'entries'
}

/** The columns by which rows are counted; an undefined field keeps all. */
interface CountFilter {
  department_id?: number | undefined
  batch_id?: number | undefined
  group_id?: number | undefined
  skill_id?: number | undefined
  supervisor_id?: number | undefined
  status?: string | undefined
}

/**
 * The total of a list of all that staff are shown of the college or of a department, as the database has counted it: to
 * count the rows themselves costs more with every year.
 */
export function keptTotal<Table extends keyof Counts>(
  table: Table,
  columns: Counts[Table][],
  caller: Caller,
  kept: CountFilter,
): RawBuilder<number> {
  const wanted = Object.entries(kept).filter(([, value]) => value !== undefined)
  const conditions = [
    within(caller, { department: `${table}.department_id` }),
    ...wanted.map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} = ${value}`),
  ]
  const sum = sql.join(columns.map(sql.ref), sql` + `)
  return sql<number>`(select coalesce(sum(${sum}), 0) from ${sql.table(table)} where ${sql.join(conditions, sql` and `)})`
}
