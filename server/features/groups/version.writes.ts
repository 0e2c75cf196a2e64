import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/types.ts'

/** Notes a group as changed when its members change, for people who are about to assign them. */
export const touchGroups = (tx: Tx, ids: number[]) =>
  tx.updateTable('groups').set({ updated_at: new Date() }).where(sql<SqlBool>`id = any(${ids})`).execute()
