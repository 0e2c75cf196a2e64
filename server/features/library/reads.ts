import { type SqlBool, sql } from 'kysely'
import { LibraryEntry, type libraries } from '../../../shared/contract/libraries.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'

type EntryFilter = Query<typeof libraries.list>

/** Staff are shown every entry, of whatever department; a student those of the own batch and of none. */
function visible(db: Db, caller: Caller, { q, department_id, batch_id, type }: EntryFilter = {}) {
  const shown = within(caller, {
    department: all,
    student: ({ batchId }) => sql<SqlBool>`(library_entries.batch_id is null or library_entries.batch_id = ${batchId})`,
  })
  let query = db.selectFrom('library_entries').where(shown)
  if (department_id !== undefined) query = query.where('library_entries.department_id', '=', department_id)
  // Entries for every batch are for this one too.
  if (batch_id !== undefined)
    query = query.where((where) =>
      where.or([where('library_entries.batch_id', '=', batch_id), where('library_entries.batch_id', 'is', null)]),
    )
  if (type) query = query.where('library_entries.type', '=', type)
  const searched = ['title_folded', 'detail', 'description', 'filename'].map((column) => `library_entries.${column}`)
  return q ? query.where(contains(q, searched)) : query
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('departments', 'departments.id', 'library_entries.department_id')
    .leftJoin('batches', 'batches.id', 'library_entries.batch_id')
    .innerJoin('users', 'users.id', 'library_entries.uploaded_by')
    .select([
      ...columnsOf(
        'library_entries',
        LibraryEntry,
        'department',
        'batch',
        'uploader',
        'file_path',
        'sha256',
        'download_count',
      ),
      sql<string>`encode(library_entries.sha256, 'hex')`.as('sha256'),
      // Those that were added up, and those since.
      sql<number>`library_entries.download_count + (select count(*) from library_downloads since
        where since.library_entry_id = library_entries.id)`.as('download_count'),
      'departments.name as department_name',
      'batches.name as batch_name',
      'users.name as uploader_name',
    ])

type EntryRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ department_name, batch_name, uploader_name, ...row }: EntryRow): LibraryEntry => ({
  ...row,
  department: { id: row.department_id, name: department_name },
  batch: row.batch_id === null ? null : { id: row.batch_id, name: batch_name ?? '' },
  uploader: { id: row.uploaded_by, name: uploader_name },
  file_path: `/api/libraries/${row.id}/download`,
})

/** Library entries, newest first. */
export const {
  kept: keptEntries,
  page: listEntries,
  find: findEntry,
  read: readEntry,
  lock: lockEntry,
} = listing({
  table: 'library_entries',
  noun: 'Library entry',
  kept: visible,
  details: withDetails,
  order: (query) => query.orderBy('library_entries.id', 'desc'),
  row: withRefs,
  // A download goes on while somebody edits its entry.
  isOpenToOthers: true,
})

/**
 * The types of the entries that the caller is shown and the filter keeps, by name. The column takes every case for the
 * same; of several spellings the one with a capital is shown.
 */
export const listTypes = (db: Db, caller: Caller, filter: Query<typeof libraries.types>, page: Paging) =>
  readPage(
    visible(db, caller, filter)
      .where('library_entries.type', 'is not', null)
      .groupBy('library_entries.type')
      .select([
        sql<string>`max(library_entries.type collate "und-x-icu")`.as('type'),
        sql<number>`count(*)`.as('count'),
      ])
      .orderBy('library_entries.type'),
    page,
  )

/** The file of an entry, as it is sent. */
export const findFile = (db: Db, entryId: number) =>
  db
    .selectFrom('library_entries')
    .select(['filename as name', 'file_type as type', 'file_size as size', 'sha256', 'storage_key'])
    .where('id', '=', entryId)
    .executeTakeFirst()
