import { type Insertable, sql } from 'kysely'
import type { ReportingEntry } from '../../../shared/contract/reporting-entries.ts'
import { EVIDENCE_A_DAY_MAX_BYTES } from '../../../shared/limits.ts'
import { awaitsReply, STATUS_AFTER_REPLY } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { found } from '../../core/errors.ts'
import { type Changes, leaveTrail } from '../../core/trail.ts'
import type { Tables, Tx } from '../../db/types.ts'
import type { StoredFile } from '../../files/keeping.ts'
import { countAmount } from '../../http/amounts.ts'
import { refuseFullFile } from './bounds.reads.ts'
import { findEntry } from './entries.reads.ts'
import { isReply } from './entries.rules.ts'
import { type ReportingRecord, refuseReportAction } from './rules.ts'
import { tellTurn } from './turns.writes.ts'

type EntryRow = Insertable<Tables['reporting_entries']>

const EVIDENCE_OF_TODAY = `You have added ${EVIDENCE_A_DAY_MAX_BYTES / 1024 ** 2} MB of evidence today, the most that one person may add in a day. Please go on tomorrow.`

/** A new entry: what happened, the person whom the case was given to, and its level then. */
export type NewEntry = Pick<EntryRow, 'kind'> & Partial<Pick<EntryRow, 'text' | 'staff_id' | 'level'>>

/** Adds to the file of a case, in the transaction of what it tells. Without an author it is the program's own. */
export async function addEntry(
  tx: Tx,
  author: { id: number } | null,
  reportingId: number,
  entry: NewEntry,
): Promise<number> {
  const { id } = await tx
    .insertInto('reporting_entries')
    .values({ ...entry, reporting_id: reportingId, author_id: author?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Addition {
  text?: string | null | undefined
  /** Files in the store already. */
  files: StoredFile[]
}

/**
 * Adds a comment, a reply or evidence. A reply that the case waits for brings it back to its assignee; the trail keeps
 * what was added as evidence, by its SHA-256.
 * @throws 403, 409 when the caller may not add to it, or not any more
 */
export async function addToFile(
  tx: Tx,
  caller: Caller,
  reporting: ReportingRecord,
  { text, files }: Addition,
): Promise<ReportingEntry> {
  refuseReportAction('add', reporting)
  await refuseFullFile(tx, reporting.id, files)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > 0)
    await countAmount(tx, caller, {
      what: 'evidence bytes',
      most: EVIDENCE_A_DAY_MAX_BYTES,
      amount: bytes,
      refusal: EVIDENCE_OF_TODAY,
    })
  const kind = isReply(caller, reporting) ? 'reply' : 'comment'
  const id = await addEntry(tx, caller, reporting.id, { kind, text: text ?? null })
  const rows = files.map((file, position) => ({ ...file, position, reporting_entry_id: id }))
  if (rows.length > 0) await tx.insertInto('reporting_files').values(rows).execute()
  const changes: Changes = {}
  if (rows.length > 0)
    changes.evidence = [null, files.map(({ name, sha256 }) => ({ name, sha256: sha256.toString('hex') }))]
  if (kind === 'reply' && awaitsReply(reporting)) {
    await bringBack(tx, reporting.id)
    await tellTurn(tx, caller, reporting.id)
    changes.status = [reporting.status, STATUS_AFTER_REPLY]
  }
  await leaveTrail(tx, caller, [{ action: kind, entity: 'reporting', entityId: reporting.id, changes }])
  return found('Entry', await findEntry(tx, caller, reporting, id))
}

/** Gives the assignee the turn again. */
export async function bringBack(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('reportings')
    .set({ status: STATUS_AFTER_REPLY, turn_since: sql<string>`now()`, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}
