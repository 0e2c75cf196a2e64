import type * as z from 'zod/mini'
import type { Credential } from '../../../shared/contract/accounts.ts'
import type { ImportColumn } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, fromDatabase, HttpError } from '../../core/errors.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import { allowMinutes } from '../../db/patience.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import { listLinks } from '../memberships/links.reads.ts'
import type { FileRow } from './file-row.ts'
import { holdImports } from './history.reads.ts'
import { type DoneRow, keepImport, keepRows } from './history.writes.ts'
import type { Job, Written } from './jobs.ts'
import type { PlannedRow } from './kinds.ts'
import { joinGroups, type Made, makeNew, withMade } from './made.writes.ts'
import { type NewRecord, usedNew } from './new-names.ts'
import { digestOf } from './plan.ts'
import type { Planner, SetJob } from './set-jobs.ts'
import type { WideColumn } from './wide-facts.ts'

export interface ImportFile {
  file: ReceivedFile
  rows: readonly FileRow[]
  file_columns: readonly ImportColumn[]
  wide: readonly WideColumn[]
  news: readonly NewRecord[]
}

/** Plans a file again. @throws 409 when it is not what `digest` stands for */
export async function planAsPreviewed<P extends PlannedRow<Schema, Schema>>(
  db: Db,
  job: Planner<P>,
  { file, rows, file_columns, wide, news }: ImportFile,
  digest: string,
): Promise<P[]> {
  const plan = await job.plan(db, rows, news, wide)
  if (digestOf(file, { file_columns, wide }, usedNew(news, plan), plan) !== digest)
    throw conflict('The records have changed since the preview. Look at the preview again.')
  return plan
}

/** The refusal of one row, with its line in front. */
function atLine(line: number, error: unknown): unknown {
  const refusal = error instanceof HttpError ? error : fromDatabase(error)
  // Trouble that will pass is no fault of the line; a lost race is tried again.
  if (!refusal || refusal.status === 503) return error
  const said = Object.values(refusal.errors ?? {}).flat()
  return new HttpError(refusal.status, `Line ${line}: ${said.length > 0 ? said.join('; ') : refusal.message}`)
}

/** Adds the record of a row; a person has a credential, whose account gets the password. */
async function createRow<I extends Schema>(
  tx: Tx,
  job: Job<I, Schema>,
  input: z.output<I>,
  password: InitialPassword | undefined,
): Promise<Written & { credential?: Credential }> {
  if (job.accountsOf === null) return job.create(tx, input)
  if (!password) throw new Error('no password for a new account')
  return job.create(tx, input, password)
}

/** Writes the record of a row. @throws the refusal of its writer, with the row's line */
async function writeRow<I extends Schema, C extends Schema>(
  tx: Tx,
  job: Job<I, C>,
  { row, create, update, readAt }: PlannedRow<I, C>,
  made: Made,
  password: InitialPassword | undefined,
): Promise<{ id: number; updated_at: string | null; credential?: Credential }> {
  try {
    if (create) return await createRow(tx, job, withMade(create, made), password)
    if (!update) throw new Error('nothing to write')
    // A row may change groups alone.
    if (Object.keys(update.change as object).length === 0) return { id: update.id, updated_at: null }
    return await job.update(tx, update.id, withMade(update.change, made), readAt)
  } catch (error) {
    throw atLine(row.line, error)
  }
}

interface Import<I extends Schema, C extends Schema> {
  job: Job<I, C>
  caller: Caller
  file: ImportFile
  digest: string
  /** A password for each new account. */
  passwords: readonly InitialPassword[]
}

export interface Imported {
  credentials: Credential[]
  /** Null when nothing was changed. */
  import_id: number | null
  /** The records that were made for the rows. */
  made: { noun: string; name: string }[]
}

/** The links of students; those of an import of others are none. */
const linksOf = (tx: Tx, { kind }: Pick<Job<Schema, Schema>, 'kind'>, ids: readonly number[]) =>
  listLinks(tx, kind === 'students' ? ids : [])

/**
 * Writes every row as previewed, each by the writer of its screen: audit, roles and links are theirs. The records whose
 * names are new come before the rows, and the groups after them.
 * @throws 409 when the records have changed since, and whatever a writer refuses, with its line
 */
export async function importRows<I extends Schema, C extends Schema>(
  tx: Tx,
  { job, caller, file, digest, passwords }: Import<I, C>,
  onWritten: (count: number) => void,
): Promise<Imported> {
  await allowMinutes(tx)
  await holdImports(tx)
  const plan = await planAsPreviewed(tx, job, file, digest)
  const made = await makeNew(tx, caller, usedNew(file.news, plan))
  await job.lock(
    tx,
    plan.flatMap(({ update }) => update ?? []),
  )
  const changing = plan.flatMap(({ update }) => update?.id ?? [])
  const before = await linksOf(tx, job, changing)
  const credentials: Credential[] = []
  const done: DoneRow[] = []
  const members = new Map<number, number[]>()
  let written = 0
  for (const planned of plan) {
    if (!planned.create && !planned.update) continue
    const { id, updated_at, credential } = await writeRow(tx, job, planned, made, passwords[credentials.length])
    done.push({ planned, id, updated_at })
    if (credential) credentials.push(credential)
    for (const groupId of planned.groupIds ?? []) members.set(groupId, [...(members.get(groupId) ?? []), id])
    written += 1
    onWritten(written)
  }
  await joinGroups(tx, caller, members, made)
  const after = await linksOf(
    tx,
    job,
    done.map(({ id }) => id),
  )
  const links = { before, after }
  const import_id = await keepImport(tx, caller, { kind: job.kind, fileName: file.file.name, plan, done, made, links })
  return { credentials, import_id, made: [...made.values()].map(({ entity, name }) => ({ noun: entity, name })) }
}

/** A refusal of rows that were written together, with the first line that it names. */
function namingLine(error: unknown): unknown {
  if (!(error instanceof HttpError) || !error.errors) return error
  const [[place = '', texts = []] = []] = Object.entries(error.errors)
  return new HttpError(error.status, `${place.replace(/\..*$/, '')}: ${texts.join('; ')}`)
}

/**
 * Writes the rows of a file in sets, as previewed.
 * @throws 409 when the records have changed since, and whatever a writer refuses, with the line of its first row
 */
export async function importSets(
  tx: Tx,
  { job, caller, file, digest }: Omit<Import<Schema, Schema>, 'job' | 'passwords'> & { job: SetJob },
  onWritten: (count: number) => void,
): Promise<Pick<Imported, 'import_id' | 'made'>> {
  await allowMinutes(tx)
  await holdImports(tx)
  const plan = await planAsPreviewed(tx, job, file, digest)
  const rows = await job.write(tx, plan, onWritten).catch((error: unknown) => {
    throw namingLine(error)
  })
  const import_id = await keepRows(tx, caller, { kind: job.kind, fileName: file.file.name, plan, rows })
  return { import_id, made: job.madeOf(rows) }
}
