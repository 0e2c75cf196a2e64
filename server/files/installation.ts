import { sharedSecret } from '../core/secrets.ts'
import type { Db } from '../db/types.ts'
import type { FileStore } from './files.ts'
import { type FileHolder, knownAmong } from './holders.ts'

/** Keys are random, so the first that a store lists stand for all. */
const SAMPLE = 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Database and files do not belong together: nothing may be written to them. */
export class ForeignFiles extends Error {}

/** Returns the id of the database, made at its first start; its files carry the same. */
export async function installationOf(db: Db): Promise<string> {
  return (await sharedSecret(db, 'installation')).subarray(0, 16).toString('hex')
}

async function firstFiles(store: FileStore) {
  const files = []
  for await (const file of store.keptFiles()) if (files.push(file) === SAMPLE) break
  return files
}

async function holdsNothing(store: FileStore): Promise<boolean> {
  for await (const _ of store.keptFiles()) return false
  for await (const _ of store.removedFiles()) return false
  return true
}

/**
 * Makes sure that the files are this database's: both carry the same id. A store without files takes the database's. A
 * store that has files and no id is of an older version, and taken when the database knows them.
 * @throws ForeignFiles with one line for people
 */
export async function checkInstallation(db: Db, store: FileStore, holders: readonly FileHolder[]): Promise<void> {
  const id = await installationOf(db)
  const marked = await store.readInstallation()
  if (marked === id) return
  const wayOut = `If you are sure that they belong together, write ${id} into it and start again.`
  if (marked !== undefined) {
    if (!(await holdsNothing(store)))
      throw new ForeignFiles(
        `the files belong to installation ${marked} (${store.installationPlace}), this database to ${id}: ` +
          `restore both from the same backup. ${wayOut}`,
      )
  } else await refuseUnknown(db, store, holders, wayOut)
  await store.writeInstallation(id)
}

async function refuseUnknown(db: Db, store: FileStore, holders: readonly FileHolder[], wayOut: string): Promise<void> {
  const files = await firstFiles(store)
  if (files.length === 0) return
  const known = await knownAmong(
    db,
    holders,
    files.map(({ key }) => key),
  )
  // A few uploads that were just cut off may have no row.
  const young = Date.now() - DAY_MS
  const unknown = files.filter(({ key, at }) => !known.has(key) && at.getTime() < young).length
  if (known.size > 0 && unknown <= known.size / 10) return
  throw new ForeignFiles(
    `there are files that this database does not know (${files.length - known.size} of the first ${files.length}): ` +
      'restore the database that belongs to them, or move them away. ' +
      `${store.installationPlace} would name their installation and is missing. ${wayOut}`,
  )
}
