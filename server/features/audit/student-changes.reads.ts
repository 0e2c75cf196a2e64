import { sql } from 'kysely'
import type { AuditEntity } from '../../../shared/contract/audit.ts'
import type { Db, Tables } from '../../db/types.ts'

/** Rows about a student each, such as the entries of a session: where they are, and where a deleted one left its trace. */
interface Source {
  entity: AuditEntity
  table: keyof Tables
  /** The column that names what they belong to, its entity and its id. */
  column: string
  parent: AuditEntity
  parentId: number
  /** The action in the parent's trail that tells of a deleted row, and the field that has its id. */
  deleted: string
  idField: string
}

/** Selects the trail of such rows, newest first, with its author and the student; the caller selects the changes. */
export const selectStudentChanges = (db: Db, { entity, table, column, parent, parentId, deleted, idField }: Source) =>
  db
    .with(
      'held',
      () => sql<{ id: number; student_id: number }>`(select id, student_id from ${sql.table(table)}
        where ${sql.ref(column)} = ${parentId}
        union all
        select (gone.changes -> ${sql.lit(idField)} ->> 0)::int, (gone.changes -> 'student_id' ->> 0)::int
        from audit gone where gone.entity = ${parent} and gone.entity_id = ${parentId} and gone.action = ${deleted})`,
    )
    .selectFrom('held')
    .innerJoin('audit', (join) => join.onRef('audit.entity_id', '=', 'held.id').on('audit.entity', '=', entity))
    .innerJoin('students', 'students.id', 'held.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'audit.id',
      'audit.at',
      'audit.actor_id',
      'audit.actor_name',
      'students.id as student_id',
      'users.name as student_name',
      'students.roll_no',
    ])
    .orderBy('audit.id', 'desc')

interface StudentChangeRow {
  actor_id: number | null
  actor_name: string | null
  student_id: number
  student_name: string
  roll_no: string | null
}

/** A row of it as it is answered. */
export const withActorAndStudent = <R extends StudentChangeRow>({
  actor_id,
  actor_name,
  student_id,
  student_name,
  roll_no,
  ...row
}: R) => ({
  ...row,
  actor: actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name },
  student: { id: student_id, name: student_name, roll_no },
})
