import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ImportEvent } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { AlreadyAnswered, fromDatabase, HttpError } from '../../core/errors.ts'
import { initialPasswords } from '../../core/passwords.ts'
import { noteSecurity } from '../../core/security-log.ts'
import type { Tx } from '../../db/types.ts'
import type { Services } from '../../http/services.ts'
import { tellNewEmails } from '../accounts/emails.writes.ts'
import { recordsOf } from './counts.ts'
import type { Job } from './jobs.ts'
import type { PlannedRow } from './kinds.ts'
import type { SetJob } from './set-jobs.ts'
import { type Imported, type ImportFile, importRows, importSets } from './writes.ts'

const LINE_EVERY_MS = 100

interface Run<I extends Schema, C extends Schema> {
  job: Job<I, C> | SetJob
  caller: Caller
  file: ImportFile
  digest: string
  plan: readonly PlannedRow<Schema, Schema>[]
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  services: Pick<Services, 'jobs' | 'mail'>
}

type Done = Extract<ImportEvent, { type: 'done' }>

async function runImport<I extends Schema, C extends Schema>(
  { job, caller, file, digest, plan, write, services }: Run<I, C>,
  signal: AbortSignal,
  tell: (event: ImportEvent) => void,
  onIssued: (count: number) => void,
): Promise<void> {
  const { accountsOf } = job
  const created = recordsOf(plan, 'create')
  const updated = recordsOf(plan, 'update')
  const accounts = accountsOf ? created : 0
  const total = accounts + created + updated
  let told = 0
  const progress = (done: number) => {
    if (done > 0 && done < total && performance.now() - told < LINE_EVERY_MS) return
    told = performance.now()
    tell({ type: 'progress', done, total })
  }
  progress(0)
  // The slow hashes come first, so that the transaction is short.
  const passwords = await initialPasswords(accounts, { onMade: progress, signal })
  signal.throwIfAborted()
  const unchanged = recordsOf(plan, 'unchanged')
  const done = await write(async (tx): Promise<Done> => {
    const told = (count: number) => progress(accounts + count)
    const counts = { type: 'done', created, updated, unchanged } as const
    const recordsWith = ({ import_id, made }: Pick<Imported, 'import_id' | 'made'>) => ({
      ...counts,
      import_id,
      ...(made.length > 0 && { made }),
    })
    if ('write' in job) return recordsWith(await importSets(tx, { job, caller, file, digest }, told))
    const { credentials, ...imported } = await importRows(tx, { job, caller, file, digest, passwords }, told)
    const records = recordsWith(imported)
    if (!accountsOf) return records
    const updatedIds = plan.flatMap(({ update }) => update?.id ?? [])
    await tellNewEmails(tx, services, accountsOf, updatedIds)
    return { ...records, credentials }
  })
  services.jobs.hurry()
  if ('credentials' in done && done.credentials.length > 0) onIssued(done.credentials.length)
  tell(done)
}

/**
 * Answers an import line by line, from the first hash to the last row and the credentials. When the caller goes away before the rows are
 * written, it ends and nothing is written.
 */
export function answerRun<I extends Schema, C extends Schema>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: Run<I, C>,
): FastifyReply {
  const lines = new PassThrough()
  const gone = new AbortController()
  lines.on('close', () => gone.abort())
  const tell = (event: ImportEvent) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(event)}\n`)
  }
  const onIssued = (count: number) =>
    noteSecurity(request, 'credentials-issued', `Import of ${count} ${count === 1 ? 'person' : 'people'}`)
  runImport(run, gone.signal, tell, onIssued)
    .catch((error: unknown) => {
      if (gone.signal.aborted) return
      if (error instanceof AlreadyAnswered) {
        lines.write(error.body)
        return
      }
      const refusal = error instanceof HttpError ? error : fromDatabase(error)
      if (!refusal) request.log.error({ err: error, id: request.id }, 'import failed')
      const { status, message } = refusal ?? new HttpError(500, 'Something went wrong on the server.')
      tell({ type: 'failed', status, message })
    })
    .finally(() => lines.end())
  return reply
    .header('content-type', 'application/x-ndjson')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(lines)
}
