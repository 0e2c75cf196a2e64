import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf } from '../../core/hits.ts'
import { keptAnnouncements } from './reads.ts'

/** Announcements by title, the newest first. */
export const announcementHits = findable({
  kind: 'announcement',
  action: 'search:announcements',
  rows: (db, caller, q) =>
    bestFirst(db, q, {
      rows: keptAnnouncements(db, caller).select([
        'announcements.id',
        'announcements.title',
        nameOf('departments', 'announcements.department_id').as('department_name'),
        nameOf('batches', 'announcements.batch_id').as('batch_name'),
        nameOf('groups', 'announcements.group_id').as('group_name'),
      ]),
      names: ['announcements.title_folded'],
      order: (rows) => rows.orderBy('announcements.id', 'desc'),
    }),
  hit: ({ id, title, department_name, batch_name, group_name }) => ({
    id,
    title,
    detail: [department_name ?? 'Every department', batch_name, group_name],
    to: addressOf('/announcements', { q: title, modal: 'view', id }),
  }),
})
