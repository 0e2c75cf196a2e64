import { sql } from 'kysely'
import type { Statistics } from '../../../shared/contract/dashboard.ts'
import type { Caller } from '../../core/caller.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

/** The dashboard's figures in one statement; staff and tasks are those that the caller sees. */
export function readStatistics(db: Db, caller: Caller): Promise<Statistics> {
  const own = within(caller, { department: 'department_id' })
  const everywhere = within(caller, { department: all })
  return db
    .selectNoFrom([
      sql<number>`(select count(*) from students where status = 'active' and ${everywhere})`.as('students'),
      sql<number>`(select count(*) from staff where status = 'active' and ${own})`.as('staff'),
      sql<number>`(select count(*) from departments where status = 'active' and ${everywhere})`.as('departments'),
      sql<number>`(select count(*) from tasks where status in ('active', 'pending') and ${own})`.as('open_tasks'),
    ])
    .executeTakeFirstOrThrow()
}
