import { type SqlBool, sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import { touchGroups } from '../groups/version.writes.ts'
import { idsOfLinks, type Moved } from './links.reads.ts'

const groupNames = async (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('student_groups as link')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select(['link.id', 'link.student_id', 'link.department_id', 'link.group_id', 'groups.name'])
    .where(sql<SqlBool>`link.id = any(${[...ids]})`)
    .orderBy('link.id')
    .execute()

const batchNames = async (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('student_batches as link')
    .innerJoin('batches', 'batches.id', 'link.batch_id')
    .select(['link.id', 'link.student_id', 'batches.name'])
    .where(sql<SqlBool>`link.id = any(${[...ids]})`)
    .execute()

/**
 * Takes a change of links back as if it had never been: those that it made are gone, those that it ended go on. Nothing
 * may have come after it (`findMovedOn`), and the students and groups are locked.
 */
export async function putBack(tx: Tx, caller: Caller, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  const [batches, groups] = [idsOfLinks(moved, 'batches'), idsOfLinks(moved, 'groups')]
  const [wereIn, areIn] = [await groupNames(tx, groups.left), await groupNames(tx, groups.made)]
  const [formerBatches, presentBatches] = [await batchNames(tx, batches.left), await batchNames(tx, batches.made)]
  const active = { status: 'active', ended_at: null } as const
  const among = (ids: readonly number[]) => sql<SqlBool>`id = any(${[...ids]})`
  await tx.deleteFrom('student_groups').where(among(groups.made)).execute()
  await tx.deleteFrom('student_batches').where(among(batches.made)).execute()
  await tx.updateTable('student_batches').set(active).where(among(batches.left)).execute()
  await tx
    .updateTable('student_groups')
    .set({ ...active, left_on: null })
    .where(among(groups.left))
    .execute()
  await touchGroups(tx, [...new Set([...wereIn, ...areIn].map((link) => link.group_id))])

  const leftBy = Map.groupBy(wereIn, (link) => link.student_id)
  const madeBy = Map.groupBy(areIn, (link) => link.student_id)
  const formerBy = new Map(formerBatches.map((link) => [link.student_id, link.name]))
  const presentBy = new Map(presentBatches.map((link) => [link.student_id, link.name]))
  const events = moved.flatMap(({ studentId }) => {
    const [left, made] = [leftBy.get(studentId) ?? [], madeBy.get(studentId) ?? []]
    const departments = [...new Set([...left, ...made].map((link) => link.department_id))]
    const nameIn = (links: typeof left, department: number) =>
      links.find((link) => link.department_id === department)?.name ?? null
    const batch: [unknown, unknown] = [presentBy.get(studentId) ?? null, formerBy.get(studentId) ?? null]
    return [
      { action: 'update', changes: { batch } },
      ...departments.map((department) => ({
        action: 'group',
        changes: { group: [nameIn(made, department), nameIn(left, department)] as [unknown, unknown] },
      })),
    ].map((event) => ({ ...event, entity: 'student' as const, entityId: studentId }))
  })
  await leaveTrail(tx, caller, events)
}
