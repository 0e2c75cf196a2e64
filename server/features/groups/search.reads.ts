import { type SqlBool, sql } from 'kysely'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf, type Word } from '../../core/hits.ts'
import { keptGroups } from './reads.ts'

const NAMES = ['groups.name_folded', 'batches.name', 'departments.name']

/**
 * The groups whose batch or department has some of the words, and they themselves the others: "Group A 2023". A letter by
 * itself is one of the group: it begins the name of too many departments. Batches and departments are few; the fence
 * (`offset 0`) keeps to the index of their groups.
 */
function ofPlaces(words: readonly Word[]) {
  const some = (column: string, of: readonly Word[]) =>
    sql<SqlBool>`(${sql.join([sql`false`, ...of.map(({ isIn }) => isIn(column))], sql` or `)})`
  const long = words.filter(({ text }) => text.length > 1)
  const each = words.map(({ text, isIn }) => (text.length > 1 ? isIn(...NAMES) : isIn('groups.name_folded')))
  const hasAll = sql`${sql.join(each, sql` and `)} and ${some('groups.name_folded', words)}`
  return sql`select groups.id from batches
      cross join lateral (select id, name_folded, department_id from groups where batch_id = batches.id offset 0) groups
      join departments on departments.id = groups.department_id
      where ${some('batches.name', long)} and ${hasAll}
    union all select groups.id from departments
      cross join lateral (select id, name_folded, batch_id from groups where department_id = departments.id offset 0) groups
      join batches on batches.id = groups.batch_id
      where ${some('departments.name', long)} and ${hasAll}`
}

/** Groups by name, with words of their batch and department too; those in use and the newest first. */
export const groupHits = findable({
  kind: 'group',
  action: 'search:groups',
  rows: (db, caller, q) =>
    bestFirst(db, q, {
      rows: keptGroups(db, caller).select([
        'groups.id',
        'groups.name',
        'groups.status',
        'groups.batch_id',
        'groups.department_id',
        nameOf('batches', 'groups.batch_id').as('batch_name'),
        nameOf('departments', 'groups.department_id').as('department_name'),
      ]),
      names: ['groups.name_folded'],
      isNamed: (has, words) =>
        words === undefined
          ? has('groups.name_folded')
          : sql<SqlBool>`groups.id in (select named.id from groups named where ${has('named.name_folded')}
              union all ${ofPlaces(words)})`,
      order: (rows) => rows.orderBy(sql`groups.status = 'active' desc`).orderBy('groups.id', 'desc'),
    }),
  hit: ({ id, name, status, batch_id, department_id, batch_name, department_name }) => ({
    id,
    title: name,
    detail: [batch_name, department_name, status === 'active' ? null : labelOf(status)],
    to: addressOf('/groups', { batch: batch_id, department_id, modal: 'view', id }),
  }),
})
