import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Credential } from '../../../shared/contract/accounts.ts'
import type { ImportColumn } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { conflict, fromDatabase, HttpError } from '../../core/errors.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import { allowMinutes } from '../../db/patience.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import type { FileRow } from './file-row.ts'
import type { Job } from './jobs.ts'
import type { PlannedRow } from './kinds.ts'
import { digestOf } from './plan.ts'

export interface ImportFile {
  file: ReceivedFile
  rows: readonly FileRow[]
  file_columns: readonly ImportColumn[]
}

/** Plans a file again. @throws 409 when it is not what `digest` stands for */
export async function planAsPreviewed<I extends Schema, C extends Schema>(
  db: Db,
  job: Job<I, C>,
  { file, rows, file_columns }: ImportFile,
  digest: string,
): Promise<PlannedRow<I, C>[]> {
  const plan = await job.plan(db, rows)
  if (digestOf(file, file_columns, plan) !== digest)
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

/** Any number; imports wait for each other here. */
const IMPORT_LOCK = 7_003

/** Adds the record of a row; returns the credential of a person, whose account gets the password. */
async function createRow<I extends Schema>(
  tx: Tx,
  job: Job<I, Schema>,
  input: z.output<I>,
  password: InitialPassword | undefined,
): Promise<Credential[]> {
  if (job.accountsOf === null) {
    await job.create(tx, input)
    return []
  }
  if (!password) throw new Error('no password for a new account')
  return [await job.create(tx, input, password)]
}

/**
 * Writes every row as previewed, each by the writer of its screen: audit, roles and links are theirs. `passwords` has
 * one for each new account.
 * @throws 409 when the records have changed since, and whatever a writer refuses, with its line
 */
export async function importRows<I extends Schema, C extends Schema>(
  tx: Tx,
  job: Job<I, C>,
  file: ImportFile,
  digest: string,
  passwords: readonly InitialPassword[],
  onWritten: (count: number) => void,
): Promise<Credential[]> {
  await allowMinutes(tx)
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx)
  const plan = await planAsPreviewed(tx, job, file, digest)
  await job.lock(
    tx,
    plan.flatMap(({ update }) => update ?? []),
  )
  const credentials: Credential[] = []
  let written = 0
  for (const { row, create, update, readAt } of plan) {
    try {
      if (create) credentials.push(...(await createRow(tx, job, create, passwords[credentials.length])))
      else if (update) await job.update(tx, update.id, update.change, readAt)
      else continue
    } catch (error) {
      throw atLine(row.line, error)
    }
    written += 1
    onWritten(written)
  }
  return credentials
}
