import { isDeepStrictEqual } from 'node:util'
import type { ConnectionBound } from '../db/bound.ts'
import { migrationNames, migrationsIn } from '../db/migrate.ts'
import { type OpenDatabase, openServer } from '../db/open.ts'
import type { College } from './registry.ts'

interface Sharing {
  bound: ConnectionBound
  max: number
  vital: number
}

/** An idle connection is ended after so long, and as soon as another college needs its place. */
const IDLE_MS = 30_000

/**
 * Opens a college's database as its plain role. Nothing is changed there: `npm run colleges -- upgrade` does that.
 * @throws Error with one line for people, also when its schema is of another version
 */
export async function openDatabaseOf({ settings }: College, sharing: Sharing): Promise<OpenDatabase> {
  const { DATABASE_URL = '', DATABASE_POOLER } = settings
  const opened = await openServer(DATABASE_URL, DATABASE_POOLER !== undefined, {
    ...sharing,
    idleTimeoutMillis: IDLE_MS,
  })
  try {
    const done = await migrationsIn(opened.db)
    if (isDeepStrictEqual(done, migrationNames)) return opened
    const isOlder = done.every((name) => migrationNames.includes(name))
    throw new Error(
      isOlder
        ? `its database is of an older version: npm run colleges -- upgrade`
        : `its database is of a newer version, with the migration ${done.find((name) => !migrationNames.includes(name))}`,
    )
  } catch (error) {
    await opened.close()
    throw error
  }
}
