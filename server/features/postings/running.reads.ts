import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { calendar } from '../../../shared/contract/calendar.ts'
import type { OwnPosting } from '../../../shared/contract/postings.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { folded } from '../../../shared/folding.ts'
import type { Caller } from '../../core/caller.ts'
import { studentOf, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { isOfStudent, keptPostings } from './reads.ts'

/** The most postings that a calendar or a logbook tells. */
const MOST = 200

interface Days {
  from: string
  to?: string | undefined
}

const named = (rows: ReturnType<typeof keptPostings>) =>
  rows
    .innerJoin('groups', 'groups.id', 'postings.group_id')
    .innerJoin('batches', 'batches.id', 'postings.batch_id')
    .innerJoin('departments', 'departments.id', 'postings.department_id')
    .select([
      'postings.id',
      'postings.first_day',
      'postings.last_day',
      'postings.ward',
      'postings.group_id',
      'postings.batch_id',
      'postings.department_id',
      'groups.name as group',
      'batches.name as batch',
      'departments.name as department',
      sql<string>`greatest(postings.updated_at, groups.updated_at, departments.updated_at)`.as('changed_at'),
    ])
    .orderBy('postings.first_day')
    .orderBy('postings.id')
    .limit(MOST)

export type NamedPosting = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]

/** Returns a posting as a logbook and a timetable tell it. */
export const ownPosting = (row: NamedPosting): OwnPosting => ({
  id: row.id,
  group: { id: row.group_id, name: row.group },
  batch: { id: row.batch_id, name: row.batch },
  department: { id: row.department_id, name: row.department },
  first_day: row.first_day,
  last_day: row.last_day,
  ward: row.ward,
})

/**
 * Reads the postings that are the person's own: a student's, and for staff of an academic department those of its
 * groups. Nobody else has any.
 */
export async function readOwnPostings(db: Db, caller: Caller, days: Days): Promise<NamedPosting[]> {
  if (studentOf(caller)) return named(keptPostings(db, caller, days)).execute()
  if (caller.staff?.departmentType !== 'academic') return []
  return named(keptPostings(db, caller, { ...days, department_id: caller.staff.departmentId })).execute()
}

/** Reads the postings of a group, or to a ward, as far as the caller is shown them. */
export function readPostingsOf(
  db: Db,
  caller: Caller,
  { ward, ...filter }: Query<typeof calendar.days>,
): Promise<NamedPosting[]> {
  const kept = keptPostings(db, caller, filter)
  return named(ward ? kept.where(sql<SqlBool>`folded(postings.ward) = ${folded(ward)}`) : kept).execute()
}

/**
 * Selects the days of a group's posting that counts on a day: the one that runs, else the next one, else the last one
 * before it.
 */
export const postingOn = (group: RawBuilder<unknown>, day: string) => sql`select first_day, last_day from postings
  where group_id = ${group}
  order by last_day >= ${day}::date desc, case when last_day >= ${day}::date then first_day end, last_day desc limit 1`

/** Reads a student's postings that run on a day or come after it, as far as the caller is shown them. */
export async function readComingPostings(db: Db, caller: Caller, studentId: number, day: string) {
  const isShown = within(caller, { department: 'postings.department_id', student: ({ id }) => id === studentId })
  const rows = db
    .selectFrom('postings')
    .where(isOfStudent(studentId, { from: day }))
    .where(isShown)
  const found = await named(rows).execute()
  return found.map(ownPosting)
}
