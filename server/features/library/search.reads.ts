import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf } from '../../core/hits.ts'
import { keptEntries } from './reads.ts'

/** Library entries by title, the newest first. */
export const libraryHits = findable({
  kind: 'library',
  action: 'search:library',
  rows: (db, caller, q) =>
    bestFirst(db, q, {
      rows: keptEntries(db, caller).select([
        'library_entries.id',
        'library_entries.title',
        'library_entries.type',
        nameOf('departments', 'library_entries.department_id').as('department_name'),
        nameOf('batches', 'library_entries.batch_id').as('batch_name'),
      ]),
      names: ['library_entries.title_folded'],
      order: (rows) => rows.orderBy('library_entries.id', 'desc'),
    }),
  hit: ({ id, title, type, department_name, batch_name }) => ({
    id,
    title,
    detail: [type, department_name, batch_name ?? 'Every batch'],
    to: addressOf('/library', { q: title, modal: 'view', id }),
  }),
})
