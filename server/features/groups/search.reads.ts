import { sql } from 'kysely'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf } from '../../core/hits.ts'
import { keptGroups } from './reads.ts'

/** Groups by name, those in use and the newest first. */
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
      names: ['groups.name'],
      order: (rows) => rows.orderBy(sql`groups.status = 'active' desc`).orderBy('groups.id', 'desc'),
    }),
  hit: ({ id, name, status, batch_id, department_id, batch_name, department_name }) => ({
    id,
    title: name,
    detail: [batch_name, department_name, status === 'active' ? null : labelOf(status)],
    to: addressOf('/groups', { batch: batch_id, department_id, modal: 'view', id }),
  }),
})
