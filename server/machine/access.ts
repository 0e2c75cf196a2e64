import { closeSync, fchownSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { within } from './ownership.ts'
import type { Place } from './place.ts'

/** The role as which the server works on the embedded database; the owner only migrates and grants. */
export const APP_ROLE = 'clinical_elog_app'

// Only the database's own account and root can reach the socket; these lines say as which role they may enter.
const EVERY_ROLE = 'local all all trust'
const APP_ALONE = `local all ${APP_ROLE} trust`

/** Lets the owner in at the start, to make the database, migrate it and grant. Takes effect with the launch. */
export const admitOwner = (place: Place) => write(place, EVERY_ROLE)

/** Lets only the app's role in for the rest of the time. Takes effect when the configuration is read again. */
export const shutOwnerOut = (place: Place) => write(place, APP_ALONE)

const FILE = 'pg_hba.conf'

/** Anew at each start, so that a cluster of an older version has the same. */
function write({ cluster, account }: Place, line: string): void {
  within(cluster, [], (at) => {
    if (account && statSync(at('.')).uid !== account.uid) throw new Error(`${cluster} was changed meanwhile: try again`)
    const fresh = at(`${FILE}.new`)
    rmSync(fresh, { force: true })
    const file = openSync(fresh, 'wx', 0o600)
    try {
      writeSync(file, `# Written by Clinical eLog at each start and once it is open; see docs/running.md.\n${line}\n`)
      if (account) fchownSync(file, account.uid, account.gid)
    } finally {
      closeSync(file)
    }
    renameSync(fresh, at(FILE))
  })
}
