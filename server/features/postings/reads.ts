import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Posting, type PostingClash, type postings } from '../../../shared/contract/postings.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { studentOf, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { endOf } from '../memberships/days.reads.ts'

export type PostingFilter = Query<typeof postings.list>
type Days = Pick<PostingFilter, 'from' | 'to'>

/**
 * True of postings that the student was, is or will be in, on a day of the filter if it has some. The groups come first,
 * as an array, so that their index is used.
 */
export const isOfStudent = (studentId: number, { from, to }: Days) =>
  sql<SqlBool>`postings.group_id = any(array(select group_id from student_groups where student_id = ${studentId}))
    and exists (select from student_groups link
    where link.student_id = ${studentId} and link.group_id = postings.group_id
      and greatest(postings.first_day, link.first_day, ${from ?? null}::date)
        <= least(postings.last_day, ${to ?? null}::date, ${endOf('link')} - 1))`

/** The postings that the caller is shown: the own department's, a student's of the groups on their days. */
export function keptPostings(db: Db, caller: Caller, filter: PostingFilter = {}) {
  const { batch_id, department_id, group_id, from, to } = filter
  let query = db.selectFrom('postings').where(
    within(caller, {
      department: 'postings.department_id',
      student: ({ id }) => isOfStudent(id, filter),
    }),
  )
  if (batch_id !== undefined) query = query.where('postings.batch_id', '=', batch_id)
  if (department_id !== undefined) query = query.where('postings.department_id', '=', department_id)
  if (group_id !== undefined) query = query.where('postings.group_id', '=', group_id)
  if (from) query = query.where('postings.last_day', '>=', from)
  return to ? query.where('postings.first_day', '<=', to) : query
}

/** Columns of the posting for which clashes are looked for, or of one that is only planned. */
interface Asked {
  group_id: RawBuilder<unknown>
  first_day: RawBuilder<unknown>
  last_day: RawBuilder<unknown>
  /** The postings among which it is looked for. */
  others?: RawBuilder<unknown>
}

/**
 * Selects, as JSON, how many active students of a group are posted to other departments on some of these days, by
 * department. Both memberships and both postings have a day in common.
 */
export function clashesOf(
  caller: Caller,
  { group_id, first_day, last_day, others = sql`postings` }: Asked,
): RawBuilder<PostingClash[]> {
  if (studentOf(caller)) return sql`'[]'::json`
  const isShown = within(caller, { department: 'other.department_id' })
  return sql`(select coalesce(json_agg(json_build_object('students', clash.students, 'department',
      case when clash.is_shown then json_build_object('id', department.id, 'name', department.name) end)
      order by department.name, department.id), '[]')
    from (select other.department_id, bool_or(${isShown}) as is_shown, count(distinct own.student_id)::int as students
      from student_groups own
      join students on students.id = own.student_id and students.status = 'active'
      join student_groups theirs on theirs.student_id = own.student_id and theirs.group_id <> own.group_id
      join ${others} other on other.group_id = theirs.group_id and other.department_id <> own.department_id
        and other.first_day <= ${last_day} and other.last_day >= ${first_day}
      where own.group_id = ${group_id}
        and greatest(other.first_day, ${first_day}, own.first_day, theirs.first_day)
          <= least(other.last_day, ${last_day}, ${endOf('own')} - 1, ${endOf('theirs')} - 1)
      group by other.department_id) clash
    join departments department on department.id = clash.department_id)`
}

const OWN = {
  group_id: sql.ref('postings.group_id'),
  first_day: sql.ref('postings.first_day'),
  last_day: sql.ref('postings.last_day'),
}

const withDetails = (kept: ReturnType<typeof keptPostings>, caller: Caller) =>
  kept
    .innerJoin('groups', 'groups.id', 'postings.group_id')
    .innerJoin('batches', 'batches.id', 'postings.batch_id')
    .innerJoin('departments', 'departments.id', 'postings.department_id')
    .select([
      ...columnsOf('postings', Posting, 'group', 'batch', 'department', 'clashes'),
      'groups.name as group_name',
      'batches.name as batch_name',
      'departments.name as department_name',
      clashesOf(caller, OWN).as('clashes'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ group_name, batch_name, department_name, ...row }: Row): Posting => ({
  ...row,
  group: { id: row.group_id, name: group_name },
  batch: { id: row.batch_id, name: batch_name },
  department: { id: row.department_id, name: department_name },
})

/** Postings by first day. */
export const {
  page: listPostings,
  find: findPosting,
  all: listAllPostings,
  read: readPosting,
  lock: lockPosting,
  byIds: readPostingsByIds,
} = listing({
  table: 'postings',
  noun: 'Posting',
  kept: keptPostings,
  details: withDetails,
  order: (query) => query.orderBy('postings.first_day').orderBy('postings.id'),
  row: withRefs,
})
