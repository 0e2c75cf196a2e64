import { sql } from 'kysely'
import type { AuditEntity } from '../../../shared/contract/audit.ts'
import type { Db } from '../../db/types.ts'

/** The record that tells the trail of a person’s email: the student's or staff member's, or else the account's. */
export async function findRecord(db: Db, userId: number): Promise<{ entity: AuditEntity; entityId: number }> {
  const { student, staff } = await db
    .selectNoFrom([
      sql<number | null>`(select id from students where user_id = ${userId})`.as('student'),
      sql<number | null>`(select id from staff where user_id = ${userId})`.as('staff'),
    ])
    .executeTakeFirstOrThrow()
  if (student !== null) return { entity: 'student', entityId: student }
  return staff === null ? { entity: 'user', entityId: userId } : { entity: 'staff', entityId: staff }
}
