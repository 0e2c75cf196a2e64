import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Returns the recipient to whom what leaves the machine is sealed, once a key on paper was made. */
export async function readPaperRecipient(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ recipient: string | null }>`
    select to_jsonb(s) ->> 'backup_recipient' as recipient from college_settings s`.execute(db)
  return rows[0]?.recipient ?? undefined
}
