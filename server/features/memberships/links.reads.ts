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
 * Returns the students whose links are no longer as this change left them, or who have done something in a group that
 * they were put into: what it did to them can't be taken back.
 */
export async function findMovedOn(db: Db, moved: readonly Moved[]): Promise<Map<number, string>> {
  const [batches, groups] = [idsOfLinks(moved, 'batches'), idsOfLinks(moved, 'groups')]
  const { rows } = await sql<{ student_id: number; why: string }>`
    with moved as (select * from jsonb_to_recordset(${JSON.stringify(
      moved.map(({ studentId, links }) => ({
        student_id: studentId,
        batches: links.left.batches.length + links.made.batches.length,
        groups: links.left.groups.length + links.made.groups.length,
      })),
    )}::jsonb) as m (student_id int, batches int, groups int)),
    batch_links as (select l.student_id, l.id, l.status = 'active' as is_active from student_batches l
      where l.id = any(${[...batches.left, ...batches.made]})),
    group_links as (select l.student_id, l.id, l.group_id, l.department_id, l.created_at,
      l.status = 'active' as is_active from student_groups l where l.id = any(${[...groups.left, ...groups.made]}))
    select moved.student_id, case
      when (select count(*) from batch_links l where l.student_id = moved.student_id
          and l.is_active = (l.id = any(${batches.made}))) <> moved.batches
        or moved.batches > 0 and exists (select from student_batches l where l.student_id = moved.student_id
          and l.status = 'active' and l.id <> all(${batches.made}))
        then 'is in another batch since'
      when (select count(*) from group_links l where l.student_id = moved.student_id
          and l.is_active = (l.id = any(${groups.made}))) <> moved.groups
        or exists (select from student_groups l join group_links g using (student_id, department_id)
          where l.student_id = moved.student_id and l.status = 'active' and l.id <> all(${groups.made}))
        then 'is in another group since'
      when exists (select from group_links g join attendance_sessions s on s.group_id = g.group_id
          join attendance_submissions mark on mark.attendance_session_id = s.id and mark.student_id = g.student_id
          where g.student_id = moved.student_id and g.is_active and mark.updated_at >= g.created_at)
        then 'has attendance in the new group'
      when exists (select from group_links g join task_groups t on t.group_id = g.group_id
          join task_submissions s on s.task_id = t.task_id and s.student_id = g.student_id
          where g.student_id = moved.student_id and g.is_active and s.date_time >= g.created_at)
        then 'has handed in work in the new group'
      when exists (select from group_links g join assessments a on a.group_id = g.group_id
          join assessment_results r on r.assessment_id = a.id and r.student_id = g.student_id
          where g.student_id = moved.student_id and g.is_active and r.created_at >= g.created_at)
        then 'has an assessment result in the new group'
      end as why
    from moved`.execute(db)
  return new Map(rows.flatMap(({ student_id, why }) => (why === null ? [] : [[student_id, why] as const])))
}
