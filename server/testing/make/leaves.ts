import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../db/types.ts'
import type { FileStore } from '../../files/files.ts'
import { add, type Fields } from './adding.ts'

type Answer = Partial<Insertable<Tables['leave_answers']>>

export const leaveMakers = (db: Db, files?: FileStore) => ({
  /** Asked of these departments, each of which has answered so; for a day unless `fields` say otherwise. */
  leaveRequest: async (
    studentId: number,
    departmentIds: readonly number[],
    fields: Fields<'leaves'> & { session_ids?: number[] } = {},
    answer: Answer = {},
  ) => {
    const { session_ids = [], ...own } = fields
    const days = session_ids.length > 0 ? {} : { first_day: '2026-03-02', last_day: '2026-03-02' }
    const id = await add(db, 'leaves', { student_id: studentId, reason: 'Fever', ...days, ...own })
    for (const department_id of departmentIds)
      await db
        .insertInto('leave_answers')
        .values({ leave_id: id, student_id: studentId, department_id, ...answer })
        .execute()
    for (const attendance_session_id of session_ids)
      await db.insertInto('leave_sessions').values({ leave_id: id, attendance_session_id }).execute()
    return id
  },
  /** A certificate in the store. */
  leaveFile: async (leaveId: number, content = '%PDF-1.4 certificate') => {
    if (!files) throw new Error('there is no store for the file')
    const path = await files.temporaryPath()
    await writeFile(path, content)
    const bytes = Buffer.from(content)
    const file = {
      name: 'certificate.pdf',
      type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: await files.keep(path),
    }
    await db
      .insertInto('leave_files')
      .values({ ...file, leave_id: leaveId })
      .execute()
  },
})
