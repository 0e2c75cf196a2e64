import { sql } from 'kysely'
import type { MarkChange } from '../../../shared/contract/attendance.ts'
import { type Listed, type Page, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { DELETED_MARK } from './rules.ts'

/** What the trail says of a field; null where it stayed as it was. */
const changeOf = <T>(field: string) =>
  sql<T>`case when audit.changes ? ${sql.lit(field)} then json_build_object(
    'from', audit.changes -> ${sql.lit(field)} -> 0, 'to', audit.changes -> ${sql.lit(field)} -> 1) end`

/**
 * Who changed which mark of a session after it was taken, newest first. A deleted mark is found by what
 * its deletion left in the trail of the session.
 */
export function listChanges(db: Db, sessionId: number, page: Page): Promise<Listed<MarkChange>> {
  const query = db
    .with('marks', (eb) =>
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
            .where('gone.action', '=', DELETED_MARK),
        ),
    )
    .selectFrom('marks')
    .innerJoin('audit', (join) =>
      join.onRef('audit.entity_id', '=', 'marks.id').on('audit.entity', '=', 'attendance_submission'),
    )
    .innerJoin('students', 'students.id', 'marks.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'audit.id',
      'audit.at',
      sql<MarkChange['actor']>`case when audit.actor_id is not null
        then json_build_object('id', audit.actor_id, 'name', audit.actor_name) end`.as('actor'),
      sql<MarkChange['student']>`json_build_object('id', students.id, 'name', users.name,
        'roll_no', students.roll_no)`.as('student'),
      changeOf<MarkChange['status']>('status').as('status'),
      changeOf<MarkChange['remarks']>('remarks').as('remarks'),
    ])
    .orderBy('audit.id', 'desc')
  return readPage(query, page)
}
