import { sql } from 'kysely'
import type { EntryChange } from '../../../shared/contract/attendance.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { DELETED_ENTRY } from './rules.ts'

/** What the trail says of a field; null where it stayed as it was. */
const changeOf = <T>(field: string) =>
  sql<T>`case when audit.changes ? ${sql.lit(field)} then json_build_object(
    'from', audit.changes -> ${sql.lit(field)} -> 0, 'to', audit.changes -> ${sql.lit(field)} -> 1) end`

/**
 * Who changed which entry of a session after it was taken, newest first. A deleted entry is found by what
 * its deletion left in the trail of the session.
 */
export function listChanges(db: Db, sessionId: number, page: Paging): Promise<Listed<EntryChange>> {
  const query = db
    .with('entries', (eb) =>
      eb
        .selectFrom('attendance_submissions')
        .select(['id', 'student_id'])
        .where('attendance_session_id', '=', sessionId)
        .unionAll(
          eb
            .selectFrom('audit as gone')
            .select([
              sql<number>`(gone.changes -> 'submission_id' ->> 0)::int`.as('id'),
              sql<number>`(gone.changes -> 'student_id' ->> 0)::int`.as('student_id'),
            ])
            .where('gone.entity', '=', 'attendance_session')
            .where('gone.entity_id', '=', sessionId)
            .where('gone.action', '=', DELETED_ENTRY),
        ),
    )
    .selectFrom('entries')
    .innerJoin('audit', (join) =>
      join.onRef('audit.entity_id', '=', 'entries.id').on('audit.entity', '=', 'attendance_submission'),
    )
    .innerJoin('students', 'students.id', 'entries.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'audit.id',
      'audit.at',
      sql<EntryChange['actor']>`case when audit.actor_id is not null
        then json_build_object('id', audit.actor_id, 'name', audit.actor_name) end`.as('actor'),
      sql<EntryChange['student']>`json_build_object('id', students.id, 'name', users.name,
        'roll_no', students.roll_no)`.as('student'),
      changeOf<EntryChange['status']>('status').as('status'),
      changeOf<EntryChange['remarks']>('remarks').as('remarks'),
    ])
    .orderBy('audit.id', 'desc')
  return readPage(query, page)
}
