import { sql } from 'kysely'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf } from '../../core/hits.ts'
import { keptSkills } from './reads.ts'

/** Skills by name and code, those in use first. */
export const skillHits = findable({
  kind: 'skill',
  action: 'search:skills',
  rows: (db, caller, q) =>
    bestFirst(db, q, {
      rows: keptSkills(db, caller).select([
        'skills.id',
        'skills.name',
        'skills.code',
        'skills.category',
        'skills.status',
        'skills.department_id',
        nameOf('departments', 'skills.department_id').as('department_name'),
      ]),
      names: ['skills.name_folded', 'skills.code'],
      order: (rows) => rows.orderBy(sql`skills.status = 'active' desc`).orderBy('skills.name').orderBy('skills.id'),
    }),
  hit: ({ id, name, code, category, status, department_id, department_name }) => ({
    id,
    title: name,
    detail: [code, department_name, category, status === 'active' ? null : labelOf(status)],
    to: addressOf('/skills', { department_id, q: name, modal: 'view', id }),
  }),
})
