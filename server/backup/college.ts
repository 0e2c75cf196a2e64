import { existsSync } from 'node:fs'
import type pg from 'pg'
import { reachEmbedded } from '../db/reach.ts'
import { fileStoreOf } from '../files/open.ts'
import { become } from '../machine/as-account.ts'
import { databaseAccount } from '../machine/data-directory.ts'
import { accountFor, becomeOwner } from '../machine/leave-root.ts'
import type { Account } from '../machine/process.ts'
import type { Settings } from '../settings.ts'
import { collegeAt, type Source } from './source.ts'

/** A college that can be read: its files, and how to reach its database. */
export interface College {
  files: Source
  config: Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>
  /** The account that reads, where that was root before. */
  account: Account | null
  close(): Promise<void>
}

/** A process of several, whose files are in a bucket, may have no data directory here. */
function accountOf(dataDir: string): Account | null {
  if (process.geteuid?.() !== 0) return null
  return existsSync(dataDir) ? accountFor(dataDir) : databaseAccount(dataDir)
}

function goOn(dataDir: string, account: Account | null): string {
  if (existsSync(dataDir)) return becomeOwner(dataDir, account)
  if (account) become(account)
  return dataDir
}

/** Reaches the database of the settings, running or not, whoever asks. */
export async function reach({ DATABASE_POOLER, DATABASE_OWNER_URL, DATABASE_URL, DATA_DIR }: Settings) {
  // A backup is one session, for which a pooler is no use.
  const url = DATABASE_POOLER ? DATABASE_OWNER_URL : DATABASE_URL
  if (url) {
    return { config: { connectionString: url }, account: accountOf(DATA_DIR), close: async () => undefined }
  }
  const { pool, account, close } = await reachEmbedded(DATA_DIR)
  const { host, port, user, database } = pool.options
  return { config: { host, port, user, database }, account, close }
}

/**
 * Opens the college that the settings name. Root goes on as the owner of its data: no link leads that user anywhere
 * that is not theirs.
 * @throws Error with one line for people
 */
export async function openCollege(settings: Settings): Promise<College> {
  const { config, account, close } = await reach(settings)
  try {
    // The modules are loaded before, from wherever the program lies.
    await fileStoreOf(settings)
    const DATA_DIR = goOn(settings.DATA_DIR, account)
    const files = collegeAt(DATA_DIR, await fileStoreOf({ ...settings, DATA_DIR }))
    return { files, config, account, close }
  } catch (error) {
    await close()
    throw error
  }
}
