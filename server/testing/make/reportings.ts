import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields, next } from './adding.ts'

export const reportingMakers = (db: Db) => ({
  /** A case about a student that somebody of the staff has, with what a filed one has besides its row. */
  reporting: async (studentId: number, staffId: number, fields: Fields<'reportings'> = {}) => {
    const reported_by = fields.reported_by ?? (await accountMakers(db).user())
    const { last } = await db
      .insertInto('reporting_numbers')
      .values({ year: 2020, last: 1 })
      .onConflict((taken) => taken.column('year').doUpdateSet({ last: sql<number>`reporting_numbers.last + 1` }))
      .returning('last')
      .executeTakeFirstOrThrow()
    const id = await add(db, 'reportings', {
      case_number: `CASE-2020-${String(last).padStart(5, '0')}`,
      title: `Case ${next()}`,
      description: 'What happened',
      student_id: studentId,
      assigned_to: staffId,
      current_level: 'faculty',
      ...fields,
      reported_by,
    })
    await db.insertInto('reporting_assignees').values({ reporting_id: id, staff_id: staffId }).execute()
    await db
      .insertInto('reporting_entries')
      .values({ reporting_id: id, kind: 'created', author_id: reported_by })
      .execute()
    return id
  },
})
