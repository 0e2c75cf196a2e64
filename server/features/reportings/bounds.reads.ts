import { type SqlBool, sql } from 'kysely'
import {
  CASE_ENTRIES_MAX,
  CASE_EVIDENCE_FILES_MAX,
  CASE_EVIDENCE_MAX_BYTES,
  OPEN_CASES_OF_STUDENT_MAX,
} from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict } from '../../core/errors.ts'
import { studentOf } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

// The most that one case, and one student, may have (docs/domain.md, Bounds).

/** Kinds of entries that people add to the file of a case at will. */
const ADDED = ['comment', 'reply', 'edited']
/** Steps that may follow one another for ever. Those that end a case are always allowed. */
const REPEATED = ['responded', 'awaited', 'escalated', 'reopened']

const FULL = `This report has ${CASE_ENTRIES_MAX} entries, the most that one may have. Please file another report for what is new.`
const RESTLESS = `The state of this report has changed ${CASE_ENTRIES_MAX} times, the most that it may. It can only be resolved or closed.`
const FULL_OF_FILES = `This report has as many files of evidence as one may have (${CASE_EVIDENCE_FILES_MAX}), or would have.`
const FULL_OF_BYTES = `The evidence of this report may have ${CASE_EVIDENCE_MAX_BYTES / 1024 ** 2} MB in all. There is no room for these files.`

async function countEntries(db: Db, reportingId: number, kinds: string[]): Promise<number> {
  const { n } = await db
    .selectFrom('reporting_entries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('reporting_id', '=', reportingId)
    .where(sql<SqlBool>`kind = any(${kinds})`)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Holds for all at once when the case is locked. @throws 409 when nothing can be added to the file any more */
export async function refuseFullFile(
  db: Db,
  reportingId: number,
  added: readonly { size: number }[] = [],
): Promise<void> {
  if ((await countEntries(db, reportingId, ADDED)) >= CASE_ENTRIES_MAX) throw conflict(FULL)
  if (added.length === 0) return
  const stored = await db
    .selectFrom('reporting_files')
    .innerJoin('reporting_entries', 'reporting_entries.id', 'reporting_files.reporting_entry_id')
    .select([(eb) => eb.fn.countAll<number>().as('files'), sql<string>`coalesce(sum(size), 0)`.as('bytes')])
    .where('reporting_entries.reporting_id', '=', reportingId)
    .executeTakeFirstOrThrow()
  if (Number(stored.files) + added.length > CASE_EVIDENCE_FILES_MAX) throw conflict(FULL_OF_FILES)
  const bytes = added.reduce((sum, { size }) => sum + size, Number(stored.bytes))
  if (bytes > CASE_EVIDENCE_MAX_BYTES) throw conflict(FULL_OF_BYTES)
}

/** @throws 409 when the state of a case has changed too often for one of these entries */
export async function refuseRestless(db: Db, reportingId: number, kinds: readonly string[]): Promise<void> {
  if (kinds.some((kind) => ADDED.includes(kind))) await refuseFullFile(db, reportingId)
  if (!kinds.some((kind) => REPEATED.includes(kind))) return
  if ((await countEntries(db, reportingId, REPEATED)) >= CASE_ENTRIES_MAX) throw conflict(RESTLESS)
}

/** Holds for all at once, since what a person files is counted one after the other. @throws 409 */
export async function refuseManyOpen(db: Db, caller: Caller): Promise<void> {
  if (!studentOf(caller)) return
  const { n } = await db
    .selectFrom('reportings')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('reported_by', '=', caller.id)
    .where('withdrawn_at', 'is', null)
    .where(sql<SqlBool>`status not in ('resolved', 'closed')`)
    .executeTakeFirstOrThrow()
  if (Number(n) >= OPEN_CASES_OF_STUDENT_MAX)
    throw conflict(
      `You have ${OPEN_CASES_OF_STUDENT_MAX} reports that are not resolved yet, the most that a student may have. Please wait for an answer, or withdraw one.`,
    )
}
