import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { LibraryChange, LibraryEntry, LibraryForm, LibraryUpload } from '../../../shared/contract/libraries.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, found, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Db, Tables, Tx } from '../../db/types.ts'
import type { StoredFile } from '../../files/keeping.ts'
import { safeName } from '../../files/uploads.ts'
import { findBatch } from '../batches/reads.ts'
import { findDepartment } from '../departments/reads.ts'
import { findFile, readEntry } from './reads.ts'
import { refuseOtherEnding } from './rules.ts'

/** Names in the place of ids. */
const trail = trailOf(
  'library_entry',
  ['title', 'detail', 'department', 'batch', 'year', 'type', 'description', 'filename', 'sha256'],
  (entry: LibraryEntry) => ({ ...entry, department: entry.department.name, batch: entry.batch?.name ?? null }),
)

const noDepartment = invalid({ department_id: ['Department does not exist'] })
const noBatch = invalid({ batch_id: ['Batch does not exist'] })

interface EntryPlace {
  department_id: number
  batch_id?: number | null | undefined
}

/** Any department and any batch that there is: administration has its forms, and old batches their papers. */
export async function refuseUnplaced(db: Db, caller: Caller, { department_id, batch_id }: EntryPlace): Promise<void> {
  if (!(await findDepartment(db, caller, department_id))) throw noDepartment
  if (batch_id && !(await findBatch(db, caller, batch_id))) throw noBatch
}

/** A department or batch that was deleted just now. */
const placeGone = { library_entries_department_id_fkey: noDepartment, library_entries_batch_id_fkey: noBatch }

const fileColumns = ({ name, type, size, sha256, storage_key }: StoredFile) => ({
  filename: name,
  file_type: type,
  file_size: size,
  sha256,
  storage_key,
})

/** The file is in the store already. */
export async function createEntry(
  tx: Tx,
  caller: Caller,
  fields: z.output<typeof LibraryForm>,
  file: StoredFile,
): Promise<LibraryEntry> {
  await refuseUnplaced(tx, caller, fields)
  const { id } = await answering(placeGone, () =>
    tx
      .insertInto('library_entries')
      .values({ ...fields, ...fileColumns(file), uploaded_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const entry = await readEntry(tx, caller, id)
  await trail.created(tx, caller, entry)
  return entry
}

type Change = z.output<typeof LibraryChange>

const changeRow = (tx: Tx, entry: LibraryEntry, values: Partial<Insertable<Tables['library_entries']>>) =>
  answering(placeGone, () =>
    tx
      .updateTable('library_entries')
      .set({ ...values, updated_at: new Date() })
      .where('id', '=', entry.id)
      .execute(),
  )

/** Changes an entry; fields left out stay. */
export async function updateEntry(
  tx: Tx,
  caller: Caller,
  entry: LibraryEntry,
  { updated_at, ...fields }: Change,
): Promise<LibraryEntry> {
  refuseStale(entry, { updated_at })
  await refuseUnplaced(tx, caller, fields)
  await changeRow(tx, entry, fields)
  const updated = await readEntry(tx, caller, entry.id)
  await trail.changed(tx, caller, entry, updated)
  return updated
}

/**
 * Replaces the file of an entry, and changes its fields with it.
 * @returns the entry, and the key of its former file, to set aside once this is committed
 */
export async function replaceFile(
  tx: Tx,
  caller: Caller,
  entry: LibraryEntry,
  { updated_at, ...fields }: Change,
  file: StoredFile,
): Promise<{ entry: LibraryEntry; former: string }> {
  refuseStale(entry, { updated_at })
  await refuseUnplaced(tx, caller, fields)
  const { storage_key: former } = found('Library entry', await findFile(tx, entry.id))
  await changeRow(tx, entry, { ...fields, ...fileColumns(file) })
  const replaced = await readEntry(tx, caller, entry.id)
  await trail.changed(tx, caller, entry, replaced, { action: 'replace-file' })
  return { entry: replaced, former }
}

/** @returns the key of its file, to set aside once this is committed */
export async function deleteEntry(tx: Tx, caller: Caller, entry: LibraryEntry): Promise<string> {
  const { storage_key } = await tx
    .deleteFrom('library_entries')
    .where('id', '=', entry.id)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  await trail.deleted(tx, caller, entry)
  return storage_key
}

/** The earliest time of an upload that may still become an entry. */
const UPLOAD_LASTS = sql<string>`now() - interval '1 day'`

/** Notes a file that is in the store already, for an entry to come. */
export async function keepUpload(tx: Tx, caller: Caller, file: StoredFile): Promise<LibraryUpload> {
  const { storage_key, sha256, ...told } = fileColumns(file)
  const upload_key = randomBytes(20).toString('hex')
  await tx
    .insertInto('library_uploads')
    .values({ ...told, sha256, storage_key, upload_key, user_id: caller.id })
    .execute()
  return { ...told, file_path: upload_key, sha256: sha256.toString('hex') }
}

/**
 * Takes an upload of the caller's for an entry, once.
 * @throws 422 for any other path, and for a name of another kind of file
 */
export async function takeUpload(
  tx: Tx,
  caller: Caller,
  { filename, file_path }: { filename: string; file_path: string },
): Promise<StoredFile> {
  const upload = await tx
    .deleteFrom('library_uploads')
    .where('upload_key', '=', file_path)
    .where('user_id', '=', caller.id)
    .where('created_at', '>', UPLOAD_LASTS)
    .returningAll()
    .executeTakeFirst()
  if (!upload) throw invalid({ file_path: ['File path must be that of a file that you have uploaded just before'] })
  const name = safeName(filename)
  refuseOtherEnding(name, upload.filename)
  const { file_type: type, file_size: size, sha256, storage_key } = upload
  return { name, type, size, sha256, storage_key }
}

/** @returns the keys of uploads that nobody has used within a day, to set aside */
export async function sweepUploads(db: Db): Promise<string[]> {
  const swept = await db
    .deleteFrom('library_uploads')
    .where('created_at', '<=', UPLOAD_LASTS)
    .returning('storage_key')
    .execute()
  return swept.map(({ storage_key }) => storage_key)
}

/** A row of its own, so that it waits for no other download and for nobody who edits the entry. */
export async function countDownload(tx: Tx, entry: LibraryEntry): Promise<void> {
  // The file waits for no disk to write the row: a crash may cost a count.
  await sql`set local synchronous_commit to off`.execute(tx)
  // An entry that was deleted meanwhile has nothing to count; one that is being deleted is waited for.
  await tx
    .insertInto('library_downloads')
    .columns(['library_entry_id'])
    .expression((from) => from.selectFrom('library_entries').select('id').where('id', '=', entry.id).forKeyShare())
    .execute()
}

/** Adds the counted downloads to their entries. An entry that is being changed just now waits for the next time. */
export async function addUpDownloads(db: Db): Promise<void> {
  await sql`
    with due as (
      select id from library_entries
      where exists (select from library_downloads d where d.library_entry_id = library_entries.id)
      order by id for no key update skip locked
    ), gone as (
      delete from library_downloads d using due where d.library_entry_id = due.id returning d.library_entry_id
    ), counted as (
      select library_entry_id, count(*) as downloads from gone group by library_entry_id
    )
    update library_entries set download_count = download_count + counted.downloads
    from counted where library_entries.id = counted.library_entry_id`.execute(db)
}
