import { sql } from 'kysely'
import type { FirstStep, Statistics } from '../../../shared/contract/dashboard.ts'
import type { Caller } from '../../core/caller.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { hasBackup } from '../backups/reads.ts'

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

/** True when somebody of the table has signed in, with the password that an administrator handed out. */
const hasSignedIn = (table: 'students' | 'staff', caller: Caller) => sql<boolean>`exists (
  select from ${sql.table(table)} person join users on users.id = person.user_id
  where users.signed_in_at is not null and users.id <> ${caller.id})`

/** Reads which first steps of the college are done, but for mail, in one statement that counts nothing. */
export function readFirstSteps(db: Db, caller: Caller): Promise<Record<Exclude<FirstStep, 'mail'>, boolean>> {
  return db
    .selectNoFrom([
      sql<boolean>`exists (select from departments)`.as('departments'),
      sql<boolean>`exists (select from designations)`.as('designations'),
      sql<boolean>`exists (select from batches)`.as('batches'),
      sql<boolean>`exists (select from staff)`.as('staff'),
      sql<boolean>`exists (select from students)`.as('students'),
      sql<boolean>`exists (select from groups)`.as('groups'),
      sql<boolean>`${hasSignedIn('students', caller)} or ${hasSignedIn('staff', caller)}`.as('credentials'),
      hasBackup.as('backup'),
    ])
    .executeTakeFirstOrThrow()
}
