import { type SqlBool, sql } from 'kysely'
import type { ReportingEntry } from '../../../shared/contract/reporting-entries.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { HIDING, mayBeReporters } from './entries.rules.ts'
import type { ReportingRecord } from './rules.ts'

/** The case that a caller was shown: a caller who is not told its reporter is not told by its entries either. */
type CaseReporter = Pick<ReportingRecord, 'id' | 'reporter'>

type CaseOrigin = Pick<ReportingRecord, 'id' | 'student_id' | 'reported_by'>

const files = sql<ReportingEntry['files']>`(select coalesce(json_agg(json_build_object('name', f.name, 'size', f.size,
  'type', f.type, 'sha256', encode(f.sha256, 'hex')) order by f.position), '[]')
  from reporting_files f where f.reporting_entry_id = entry.id)`

const selectEntries = (db: Db, { student }: Caller, { id }: CaseReporter) =>
  db
    .selectFrom('reporting_entries as entry')
    .leftJoin('users as author', 'author.id', 'entry.author_id')
    .leftJoin('staff', 'staff.id', 'entry.staff_id')
    .leftJoin('users as staff_user', 'staff_user.id', 'staff.user_id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.at',
      'entry.text',
      'entry.level',
      'entry.author_id',
      'entry.staff_id',
      'author.name as author_name',
      'staff_user.name as staff_name',
      files.as('files'),
    ])
    .where('entry.reporting_id', '=', id)
    .where(sql<SqlBool>`(${student === null} or entry.kind <> 'edited' or entry.text <> ${HIDING})`)
    .orderBy('entry.id')

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

function asShown(
  { author_id, author_name, staff_id, staff_name, ...row }: EntryRow,
  caller: Caller,
  { reporter }: CaseReporter,
): ReportingEntry {
  const isKept = reporter === null && author_id !== caller.id && mayBeReporters(row.kind)
  return { ...row, author: isKept ? null : named(author_id, author_name), staff: named(staff_id, staff_name) }
}

/** Lists the entries of a case, oldest first. */
export async function listEntries(
  db: Db,
  caller: Caller,
  reporting: CaseReporter,
  page: Paging,
): Promise<Listed<ReportingEntry>> {
  const listed = await readPage(selectEntries(db, caller, reporting), page)
  return { ...listed, data: listed.data.map((row) => asShown(row, caller, reporting)) }
}

/** The most that one printed file has. More text takes a minute, and more memory than the process that prints has. */
export const PRINTED_ENTRIES_MAX = 500
const PRINTED_CHARACTERS_MAX = 200_000

/** Entries for the printed file, oldest first, and how many the case has. */
export interface PrintedEntries {
  entries: ReportingEntry[]
  total: number
}

const lengthOf = ({ text, files }: ReportingEntry) =>
  files.reduce((sum, { name }) => sum + name.length, text?.length ?? 0)

/** The newest of a case, as many as one printed file can have. */
export async function newestEntries(db: Db, caller: Caller, reporting: CaseReporter): Promise<PrintedEntries> {
  const { n } = await selectEntries(db, caller, reporting)
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await selectEntries(db, caller, reporting)
    .clearOrderBy()
    .orderBy('entry.id', 'desc')
    .limit(PRINTED_ENTRIES_MAX)
    .execute()
  const entries: ReportingEntry[] = []
  let left = PRINTED_CHARACTERS_MAX
  for (const row of rows) {
    const entry = asShown(row, caller, reporting)
    left -= lengthOf(entry)
    if (left < 0 && entries.length > 0) break
    entries.push(entry)
  }
  return { entries: entries.reverse(), total: Number(n) }
}

/** True when a case is its student's own, or its file has more than the report. */
export async function isTiedToStudent(db: Db, { id, student_id, reported_by }: CaseOrigin): Promise<boolean> {
  const { is_tied } = await db
    .selectNoFrom((eb) => [
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('reporting_entries')
              .select('id')
              .where('reporting_id', '=', id)
              .where('kind', 'not in', ['created', 'assigned', 'edited', 'handed_over']),
          ),
          eb.exists(
            eb.selectFrom('students').select('id').where('id', '=', student_id).where('user_id', '=', reported_by),
          ),
        ])
        .as('is_tied'),
    ])
    .executeTakeFirstOrThrow()
  return Boolean(is_tied)
}

export async function findEntry(
  db: Db,
  caller: Caller,
  reporting: CaseReporter,
  id: number,
): Promise<ReportingEntry | undefined> {
  const row = await selectEntries(db, caller, reporting).where('entry.id', '=', id).executeTakeFirst()
  return row && asShown(row, caller, reporting)
}

/** A file of an entry of the case, as it is sent. */
export const findEvidence = (db: Db, { id }: CaseReporter, entryId: number, name: string) =>
  db
    .selectFrom('reporting_files')
    .innerJoin('reporting_entries', 'reporting_entries.id', 'reporting_files.reporting_entry_id')
    .select([
      'reporting_files.name',
      'reporting_files.type',
      'reporting_files.size',
      'reporting_files.sha256',
      'reporting_files.storage_key',
      sql<boolean>`exists (select from set_aside_files s where s.file_key = storage_key)`.as('is_set_aside'),
    ])
    .where('reporting_entries.reporting_id', '=', id)
    .where('reporting_entries.id', '=', entryId)
    .where('reporting_files.name', '=', name)
    .executeTakeFirst()
