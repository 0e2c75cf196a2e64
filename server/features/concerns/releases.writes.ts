import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { outsideProblem, readOutside } from '../../core/outside.ts'
import type { Db } from '../../db/types.ts'
import type { JobServices } from '../../jobs/kinds.ts'
import { NoList, newestOf, type Release } from './releases.rules.ts'

/** A feed has the notes of each release. */
const LIST_MAX = 1024 * 1024
/** A day, less what a round of once a minute may come too early. */
const EVERY = sql`interval '1 day' - interval '5 seconds'`
/** A list at another address is asked sooner, so that who mends it sees what comes of it. */
const ANEW = sql`interval '10 minutes'`

/** Takes the next look for this process alone; @returns false where none is due */
async function takeLook(db: Db, asked_of: string): Promise<boolean> {
  const taken = await db
    .updateTable('newest_release')
    .set({
      asked_at: sql<string>`now()`,
      asked_of,
      // Another list may be of another program.
      version: sql<string | null>`case when asked_of = ${asked_of} then version end`,
      page: sql<string | null>`case when asked_of = ${asked_of} then page end`,
    })
    .where(
      sql<boolean>`asked_at is null or asked_at < now() - (${EVERY})
        or (asked_of is distinct from ${asked_of} and asked_at < now() - ${ANEW})`,
    )
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

const noteRead = (db: Db, found: Release | null) =>
  db
    .updateTable('newest_release')
    .set({ read_at: sql<string>`now()`, version: found?.version ?? null, page: found?.page ?? null, failure: null })
    .execute()

/** Once a day one process of all asks the list of releases. While it can’t be read, its last word stays. */
export async function lookAtReleases({ db, settings }: Pick<JobServices, 'db' | 'settings'>): Promise<void> {
  const { RELEASES_URL: url } = settings
  if (url === undefined || !(await takeLook(db, createHash('sha256').update(url).digest('hex')))) return
  const headers = { accept: 'application/json, application/atom+xml' }
  try {
    const isTrusted = settings.given.has('RELEASES_URL')
    const text = await readOutside({ url, headers, isTrusted, mostBytes: LIST_MAX })
    await noteRead(db, newestOf(text))
  } catch (error) {
    const failure = error instanceof NoList ? error.message : outsideProblem(error)
    await db.updateTable('newest_release').set({ failure }).execute()
  }
}
