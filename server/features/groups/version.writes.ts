import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/types.ts'

/** A group whose members changed is a changed one for whoever is about to assign its members. */
export const touchGroups = (tx: Tx, ids: number[]) =>
  tx.updateTable('groups').set({ updated_at: new Date() }).where(sql<SqlBool>`id = any(${ids})`).execute()
