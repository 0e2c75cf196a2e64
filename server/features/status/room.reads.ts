import { sql } from 'kysely'
import type { RoomKind } from '../../../shared/contract/status.ts'
import type { Db } from '../../db/types.ts'

// Administrators may set files aside to make room: those of withdrawn cases, and replaced ones of submissions.

/** A file whose row stays when it is set aside. */
export interface SpareFile {
  storage_key: string
  name: string
  /** Hex. */
  sha256: string
  size: number
  /** The case or the submission. */
  record_id: number
}

const FILES = {
  withdrawn_cases: sql`select f.storage_key, f.name, encode(f.sha256, 'hex') as sha256, f.size, r.id as record_id
    from reportings r join reporting_entries e on e.reporting_id = r.id join reporting_files f on f.reporting_entry_id = e.id
    where r.withdrawn_at is not null`,
  replaced_submissions: sql`select f.storage_key, f.name, encode(f.sha256, 'hex') as sha256, f.size,
    f.submission_id as record_id from former_submission_files f`,
} satisfies Record<RoomKind, unknown>

const STILL_KEPT = sql`not exists (select from set_aside_files s where s.file_key = storage_key)`

/** Counts the files of a kind that could be set aside, and their bytes. */
export async function countSpare(db: Db, kind: RoomKind): Promise<{ kind: RoomKind; files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`select count(*)::int as files,
    coalesce(sum(size), 0)::float8 as bytes from (${FILES[kind]}) spare where ${STILL_KEPT}`.execute(db)
  return { kind, files: 0, bytes: 0, ...rows[0] }
}

/** The first of them. */
export async function listSpare(db: Db, kind: RoomKind, most: number): Promise<SpareFile[]> {
  const { rows } = await sql<SpareFile>`select * from (${FILES[kind]}) spare where ${STILL_KEPT}
    order by record_id, storage_key limit ${most}`.execute(db)
  return rows
}
