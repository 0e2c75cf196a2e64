import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ROLE } from '../db/roles.ts'
import type { Place } from './place.ts'

// Only the database's own account and root can reach the socket; these lines say as which role they may enter.
const EVERY_ROLE = 'local all all trust'
const APP_ALONE = `local all ${APP_ROLE} trust`

/** For the start: the owner makes the database, migrates it and grants. Takes effect with the launch. */
export const admitOwner = (place: Place) => write(place, EVERY_ROLE)

/** For the rest of the time: the app's role alone. Takes effect when the configuration is read again. */
export const shutOwnerOut = (place: Place) => write(place, APP_ALONE)

/** Anew at each start, so that a cluster of an older version has the same. */
function write({ cluster, account }: Place, line: string): void {
  const file = join(cluster, 'pg_hba.conf')
  const fresh = `${file}.new`
  rmSync(fresh, { force: true })
  writeFileSync(
    fresh,
    `# Written by Clinical eLog at each start and once it is open; see docs/running.md.\n${line}\n`,
    {
      flag: 'wx',
      mode: 0o600,
    },
  )
  if (account) chownSync(fresh, account.uid, account.gid)
  renameSync(fresh, file)
}
