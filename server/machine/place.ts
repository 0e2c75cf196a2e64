import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ToBeMended } from '../settings.ts'
import { canEnter } from './as-account.ts'
import { makeEnterable, syncPath } from './binaries.ts'
import { databaseAccount, ownerOf, settleDataDirectory } from './data-directory.ts'
import { type Account, reason } from './process.ts'

const SYSTEM_DIRECTORY = '/var/lib/clinical-elog'
const POINTER = 'postgres-location.txt'
/** The version of PostgreSQL that this program brings. */
export const MAJOR_VERSION = '18'

/** The place of a data directory's cluster, and its owner. */
export interface Place {
  cluster: string
  isNew: boolean
  account: Account | null
  /** The directory for a copy of PostgreSQL's programs. */
  copiesIn: string
}

export function findPlace(dataDir: string): Place {
  const isRoot = process.geteuid?.() === 0
  const copiesIn = isRoot ? SYSTEM_DIRECTORY : dataDir
  const local = join(dataDir, 'postgres')
  const pointer = readPointer(dataDir)
  if (pointer) {
    if (!existsSync(pointer)) {
      throw new Error(
        `The database of ${dataDir} lay in ${pointer}, which is gone: put it back, ` +
          `or, to begin with an empty one, move all of ${dataDir} away: its files belong to the database too.`,
      )
    }
    return { cluster: realpathSync(pointer), isNew: false, account: accountOf(pointer, dataDir), copiesIn }
  }
  if (existsSync(local)) return existingOrEmpty(local, dataDir, copiesIn)
  if (!isRoot) return { cluster: local, isNew: true, account: null, copiesIn }
  const account = databaseAccount(dataDir)
  // It may enter what is its own, if it can come there.
  settleDataDirectory(dataDir, account)
  if (canEnter(account, dataDir)) return { cluster: local, isNew: true, account, copiesIn }

  // The database's user can't enter the project's directory (below /root, say).
  const remote = join(SYSTEM_DIRECTORY, keyOf(dataDir), 'postgres')
  makeEnterable(SYSTEM_DIRECTORY)
  makeEnterable(dirname(remote))
  if (existsSync(remote)) return existingOrEmpty(remote, dataDir, copiesIn)
  return { cluster: remote, isNew: true, account, copiesIn }
}

/** Returns the key of this very directory: one that was removed and made again must not find the old one's data. */
function keyOf(dataDir: string): string {
  const { ino, birthtimeMs } = statSync(dataDir)
  return createHash('sha256').update(`${dataDir}\0${ino}\0${birthtimeMs}`).digest('hex').slice(0, 16)
}

function existingOrEmpty(cluster: string, dataDir: string, copiesIn: string): Place {
  const account = accountOf(cluster, dataDir)
  if (readdirSync(cluster).length === 0) {
    rmSync(cluster, { recursive: true })
    return { cluster, isNew: true, account, copiesIn }
  }
  return { cluster: realpathSync(cluster), isNew: false, account, copiesIn }
}

/** Says in the data directory where its cluster lies, when that is elsewhere. */
export function writePointer(dataDir: string, cluster: string): void {
  if (dirname(cluster) === dataDir || readPointer(dataDir)) return
  const text = `The PostgreSQL database of this directory lies in
${cluster}
since PostgreSQL does not run as root and its user can't enter this directory. Back up both together.
`
  const fresh = join(dataDir, `${POINTER}.${randomBytes(4).toString('hex')}`)
  writeFileSync(fresh, text, { flag: 'wx', flush: true })
  renameSync(fresh, join(dataDir, POINTER))
  syncPath(dataDir)
}

/** Returns the place of a data directory's cluster, when that is elsewhere. */
export function readPointer(dataDir: string): string | undefined {
  const file = join(dataDir, POINTER)
  if (!existsSync(file)) return undefined
  const path = /^\/.*$/m.exec(readFileSync(file, 'utf8'))?.[0]
  if (!path) throw new Error(`${file} does not say where the database lies: write its path on a line of its own.`)
  return path.trimEnd()
}

/** Refuses a cluster that PostgreSQL's programs can't be started on, before anything of it is changed. */
export function refuseOtherVersion(cluster: string): void {
  let version: string
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new Error(
      `${cluster} is not a PostgreSQL database: ${reason(error)}. Restore it from a backup. ` +
        'To begin with a new one, move the whole data directory away: its files belong to the database too.',
    )
  }
  if (version === MAJOR_VERSION) return
  throw new ToBeMended(
    `The database in ${cluster} is of PostgreSQL ${version}, this version brings ${MAJOR_VERSION}, and nothing was changed: ` +
      'start the version of Clinical eLog that ran on it, make a backup with it (npm run backup), and put that back with ' +
      'this one into a new data directory (npm run restore).',
  )
}

/** Refuses a cluster that its user can't come to. */
export function refuseClosed(cluster: string, account: Account | null): void {
  if (account && !canEnter(account, cluster)) {
    throw new Error(
      `The database in ${cluster} belongs to the user ${account.name}, who can't enter that directory: ` +
        'give the directories above it the permission to be entered (chmod a+x).',
    )
  }
}

/** An empty directory beside the cluster to initialise in; what a cut-off start left is removed. */
export function freshDirectory(cluster: string, account: Account | null): string {
  const parent = dirname(cluster)
  for (const name of readdirSync(parent)) {
    if (name.startsWith('postgres.new-')) rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
  return privateDirectory(join(parent, 'postgres.new-'), account)
}

/** The directory of the socket; the same place for as long as we run. */
export interface SocketDirectory {
  path: string
  /** A directory of its own, which goes with the server. */
  isPrivate: boolean
  /** Makes it when it is missing. */
  make(): void
  remove(): void
}

/** The path of a socket is limited (107 bytes on Linux, 103 on macOS), whatever the cluster's is. */
export function socketDirectory(cluster: string, account: Account | null): SocketDirectory {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= 103)
    return { path: cluster, isPrivate: false, make: () => undefined, remove: () => undefined }
  // Not os.tmpdir(): it may be long too, or root's own.
  const path = privateDirectory('/tmp/clinical-elog-', account)
  const make = () => {
    if (!existsSync(path)) {
      mkdirSync(path, { mode: 0o700 })
      giveTo(account, path)
    }
    const { uid } = lstatSync(path)
    if (uid !== (account?.uid ?? process.geteuid?.())) throw new Error(`${path} is somebody else's`)
  }
  return { path, isPrivate: true, make, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Gives a path to the account. When a link has come in the way meanwhile, it is the link that is given. */
function giveTo(account: Account | null, path: string): void {
  if (account && process.geteuid?.() === 0) lchownSync(path, account.uid, account.gid)
}

function privateDirectory(prefix: string, account: Account | null): string {
  const directory = mkdtempSync(prefix)
  giveTo(account, directory)
  return directory
}

function accountOf(cluster: string, dataDir: string): Account | null {
  const owner = ownerOf(cluster)
  const { name, uid } = owner
  const own = process.geteuid?.()
  if (own === 0 && uid === 0) {
    throw new Error(
      `The database in ${cluster} belongs to root, as whom PostgreSQL does not run: chown it to postgres.`,
    )
  }
  if (own === 0) return owner
  if (own === uid || own === undefined) return null
  throw new Error(
    `The database of ${dataDir} (in ${cluster}) belongs to the user ${name}: start as the user who began it, ` +
      'or choose another data directory.',
  )
}
