import { sql } from 'kysely'
import type { Statistics } from '../../../shared/contract/dashboard.ts'
import type { Scope } from '../../core/login.ts'
import type { Db } from '../../db/types.ts'

/** The dashboard's figures in one statement; staff and tasks are those of the scope. */
export function readStatistics(db: Db, scope: Scope): Promise<Statistics> {
  const own = scope.kind === 'department' ? sql`and department_id = ${scope.departmentId}` : sql``
  return db
    .selectNoFrom([
      sql<number>`(select count(*) from students where status = 'active')`.as('students'),
      sql<number>`(select count(*) from staff where status = 'active' ${own})`.as('staff'),
      sql<number>`(select count(*) from departments where status = 'active')`.as('departments'),
      sql<number>`(select count(*) from tasks where status in ('active', 'pending') ${own})`.as('open_tasks'),
    ])
    .executeTakeFirstOrThrow()
}
