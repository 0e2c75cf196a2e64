import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** The ids of a student's active links. */
export interface Links {
  batches: number[]
  groups: number[]
}

/** The links that a change ended, and those that it made. */
export interface LinkChange {
  left: Links
  made: Links
}

/** Returns the active links of each of these students. */
export async function listLinks(db: Db, studentIds: readonly number[]): Promise<Map<number, Links>> {
  if (studentIds.length === 0) return new Map()
  const { rows } = await sql<{ student_id: number } & Links>`
    select id as student_id,
      array(select l.id from student_batches l where l.student_id = students.id and l.status = 'active') as batches,
      array(select l.id from student_groups l where l.student_id = students.id and l.status = 'active' order by l.id)
        as groups
    from students where id = any(${[...studentIds]})`.execute(db)
  return new Map(rows.map(({ student_id, ...links }) => [student_id, links]))
}

const NO_LINKS: Links = { batches: [], groups: [] }

/** Returns what became of a student's links; nothing when they stayed. */
export function linkChange(before: Links = NO_LINKS, after: Links = NO_LINKS): LinkChange | undefined {
  const without = (all: number[], others: number[]) => all.filter((id) => !others.includes(id))
  const of = (from: Links, to: Links): Links => ({
    batches: without(from.batches, to.batches),
    groups: without(from.groups, to.groups),
  })
  const change = { left: of(before, after), made: of(after, before) }
  return Object.values(change).some(({ batches, groups }) => batches.length + groups.length > 0) ? change : undefined
}

export interface Moved {
  studentId: number
  links: LinkChange
  /** True for somebody who was not there before the change. */
  isAdded?: boolean
}

const idsOf = (moved: readonly Moved[], side: keyof LinkChange, kind: keyof Links) =>
  moved.flatMap(({ links }) => links[side][kind])

/** The ids of all links of a kind that these changes ended, and of all that they made. */
export const idsOfLinks = (moved: readonly Moved[], kind: keyof Links) => ({
  left: idsOf(moved, 'left', kind),
  made: idsOf(moved, 'made', kind),
})

/** Locks the groups of these links, and others that are to be deleted, in the order of their ids. */
export async function lockGroupsOfLinks(tx: Db, moved: readonly Moved[], alsoIds: readonly number[]): Promise<void> {
  const { left, made } = idsOfLinks(moved, 'groups')
  await tx
    .selectFrom('groups')
    .select('id')
    .where(
      sql<SqlBool>`(id = any(${[...alsoIds]})
        or id in (select group_id from student_groups where id = any(${[...left, ...made]})))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Returns why the links of students are no longer as this change left them: they are elsewhere, or have done something
 * in a group that they were put into. Somebody who was added by it is in no further group.
 */
export async function findMovedOn(db: Db, moved: readonly Moved[]): Promise<Map<number, string>> {
  const changed = moved.flatMap(({ studentId, links }) =>
    (['left', 'made'] as const).flatMap((side) =>
      (['batches', 'groups'] as const).flatMap((kind) =>
        links[side][kind].map((id) => ({ student_id: studentId, id, kind, is_made: side === 'made' })),
      ),
    ),
  )
  const added = moved.flatMap(({ studentId, isAdded }) => (isAdded ? studentId : []))
  const { rows } = await sql<{ student_id: number; why: string }>`
    with changed as materialized (select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as c (student_id int, id int, kind text, is_made boolean)),
    batch_links as (select c.*, l.id is not null and (l.status = 'active') = c.is_made as stays
      from changed c left join student_batches l on l.id = c.id where c.kind = 'batches'),
    group_links as (select c.*, l.id is not null and (l.status = 'active') = c.is_made as stays,
        l.group_id, l.department_id, l.created_at
      from changed c left join student_groups l on l.id = c.id where c.kind = 'groups'),
    moved_on as (
      select student_id, 1 as place, 'is in another batch since' as why from batch_links where not stays
      union all select l.student_id, 1, 'is in another batch since' from student_batches l
        where l.status = 'active' and l.student_id in (select student_id from batch_links)
          and l.id not in (select id from batch_links where is_made)
      union all select student_id, 2, 'is in another group since' from group_links where not stays
      union all select l.student_id, 2, 'is in another group since' from student_groups l
        where l.status = 'active' and l.id not in (select id from group_links where is_made)
          and ((l.student_id, l.department_id) in (select student_id, department_id from group_links)
            or l.student_id = any(${added}))
      union all select g.student_id, 3, 'has attendance in the new group' from group_links g
        join attendance_sessions s on s.group_id = g.group_id
        join attendance_submissions mark on mark.attendance_session_id = s.id and mark.student_id = g.student_id
        where g.is_made and mark.updated_at >= g.created_at
      union all select g.student_id, 4, 'has handed in work in the new group' from group_links g
        join task_groups t on t.group_id = g.group_id
        join task_submissions work on work.task_id = t.task_id and work.student_id = g.student_id
        where g.is_made and work.date_time >= g.created_at
      union all select g.student_id, 5, 'has an assessment result in the new group' from group_links g
        join assessments a on a.group_id = g.group_id
        join assessment_results r on r.assessment_id = a.id and r.student_id = g.student_id
        where g.is_made and r.created_at >= g.created_at)
    select distinct on (student_id) student_id, why from moved_on order by student_id, place`.execute(db)
  return new Map(rows.map(({ student_id, why }) => [student_id, why]))
}
