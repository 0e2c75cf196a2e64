import { sql } from 'kysely'
import type { EntryChange } from '../../../shared/contract/attendance.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { changeOf } from '../../core/trail.ts'
import type { Db } from '../../db/types.ts'
import { DELETED_ENTRY } from './rules.ts'

/**
 * Who changed which entry of a session after it was taken, newest first. A deleted entry is found by what
 * its deletion left in the trail of the session.
 */
export async function listChanges(db: Db, sessionId: number, page: Paging): Promise<Listed<EntryChange>> {
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
      'audit.actor_id',
      'audit.actor_name',
      'students.id as student_id',
      'users.name as student_name',
      'students.roll_no',
      changeOf<EntryChange['status']>('status').as('status'),
      changeOf<EntryChange['remarks']>('remarks').as('remarks'),
    ])
    .orderBy('audit.id', 'desc')
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ actor_id, actor_name, student_id, student_name, roll_no, ...row }) => ({
      ...row,
      actor: actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name },
      student: { id: student_id, name: student_name, roll_no },
    })),
  }
}
