import type { EntryChange } from '../../../shared/contract/attendance.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { changeOf } from '../../core/trail.ts'
import type { Db } from '../../db/types.ts'
import { selectStudentChanges, withActorAndStudent } from '../audit/student-changes.reads.ts'
import { DELETED_ENTRY } from './rules.ts'

/**
 * Lists the changes of a session's entries after it was taken, newest first. A deleted entry is found by what its
 * deletion left in the trail of the session.
 */
export async function listChanges(db: Db, sessionId: number, page: Paging): Promise<Listed<EntryChange>> {
  const query = selectStudentChanges(db, {
    entity: 'attendance_submission',
    table: 'attendance_submissions',
    column: 'attendance_session_id',
    parent: 'attendance_session',
    parentId: sessionId,
    deleted: DELETED_ENTRY,
    idField: 'submission_id',
  }).select([
    changeOf<EntryChange['status']>('status').as('status'),
    changeOf<EntryChange['remarks']>('remarks').as('remarks'),
  ])
  const listed = await readPage(query, page)
  return { ...listed, data: listed.data.map(withActorAndStudent) }
}
