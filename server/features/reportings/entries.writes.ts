import type { Insertable } from 'kysely'
import type { Tables, Tx } from '../../db/types.ts'

type EntryRow = Insertable<Tables['reporting_entries']>

/** What happened, to whom the case was given, and at which level it is then. */
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
