import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
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
import { syncPath, tryAs } from './embedded-binaries.ts'
import { type Account, reason } from './embedded-process.ts'

const SYSTEM_DIRECTORY = '/var/lib/clinical-elog'
const POINTER = 'postgres-location.txt'
const MAJOR_VERSION = '18'

/** Where a data directory's cluster lies and who owns it. */
export interface Place {
  cluster: string
  isNew: boolean
  account: Account | null
  /** Where a copy of PostgreSQL's programs may go. */
  copiesIn: string
}

/** Makes the directory when it is new; the answer is its real path. */
export function openDataDirectory(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    return realpathSync(dataDir)
  } catch (error) {
    throw new Error(`The data directory ${dataDir} can't be made or opened: ${reason(error)}.`)
  }
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
    return { cluster: realpathSync(pointer), isNew: false, account: ownerOf(pointer, dataDir), copiesIn }
  }
  if (existsSync(local)) return existingOrEmpty(local, dataDir, copiesIn)
  if (!isRoot) return { cluster: local, isNew: true, account: null, copiesIn }
  const account = databaseAccount(dataDir)
  if (tryAs(account, 'test -x "$1"', [dataDir])) return { cluster: local, isNew: true, account, copiesIn }

  // The database's user can't enter the project's directory (below /root, say).
  const remote = join(SYSTEM_DIRECTORY, keyOf(dataDir), 'postgres')
  makeEnterable(SYSTEM_DIRECTORY)
  makeEnterable(dirname(remote))
  if (existsSync(remote)) return existingOrEmpty(remote, dataDir, copiesIn)
  return { cluster: remote, isNew: true, account, copiesIn }
}

/** Of this very directory: one that was removed and made again must not find the old one's data. */
function keyOf(dataDir: string): string {
  const { ino, birthtimeMs } = statSync(dataDir)
  return createHash('sha256').update(`${dataDir}\0${ino}\0${birthtimeMs}`).digest('hex').slice(0, 16)
}

function existingOrEmpty(cluster: string, dataDir: string, copiesIn: string): Place {
  const account = ownerOf(cluster, dataDir)
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

/** Where the cluster of a data directory lies, when that is elsewhere. */
export function readPointer(dataDir: string): string | undefined {
  const file = join(dataDir, POINTER)
  if (!existsSync(file)) return undefined
  const path = /^\/.*$/m.exec(readFileSync(file, 'utf8'))?.[0]
  if (!path) throw new Error(`${file} does not say where the database lies: write its path on a line of its own.`)
  return path.trimEnd()
}

/** Refuses a cluster that can't be started rather than let PostgreSQL fail over it. */
export function checkCluster(cluster: string, account: Account | null): void {
  let version: string
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new Error(
      `${cluster} is not a PostgreSQL database: ${reason(error)}. Restore it from a backup. ` +
        'To begin with a new one, move the whole data directory away: its files belong to the database too.',
    )
  }
  if (version !== MAJOR_VERSION) {
    throw new Error(`The database in ${cluster} is of PostgreSQL ${version}, this server brings ${MAJOR_VERSION}.`)
  }
  if (account && !tryAs(account, 'cd "$1"', [cluster])) {
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

/** Where the socket goes: its path is limited (107 bytes on Linux, 103 on macOS), whatever the cluster's is. */
export function socketDirectory(cluster: string, account: Account | null): { path: string; isPrivate: boolean } {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= 103) return { path: cluster, isPrivate: false }
  // Not os.tmpdir(): it may be long too, or root's own.
  return { path: privateDirectory('/tmp/clinical-elog-', account), isPrivate: true }
}

function privateDirectory(prefix: string, account: Account | null): string {
  const directory = mkdtempSync(prefix)
  if (account) chownSync(directory, account.uid, account.gid)
  return directory
}

function makeEnterable(directory: string): void {
  if (existsSync(directory)) return
  mkdirSync(directory, { recursive: true })
  // Whatever root's umask is.
  chmodSync(directory, 0o755)
}

function ownerOf(cluster: string, dataDir: string): Account | null {
  const { uid, gid } = statSync(cluster)
  const own = process.geteuid?.()
  const name = accounts().find((account) => account.uid === uid)?.name ?? String(uid)
  if (own === 0 && uid === 0) {
    throw new Error(
      `The database in ${cluster} belongs to root, as whom PostgreSQL does not run: chown it to postgres.`,
    )
  }
  if (own === 0) return { name, uid, gid }
  if (own === uid || own === undefined) return null
  throw new Error(
    `The database of ${dataDir} (in ${cluster}) belongs to the user ${name}: start as the user who began it, ` +
      'or choose another data directory.',
  )
}

/** The directory's owner, so that this user can start it too; when that is root, one made for such things. */
function databaseAccount(dataDir: string): Account {
  const known = accounts()
  const { uid } = statSync(dataDir)
  const owner = known.find((account) => account.uid === uid)
  if (owner && uid !== 0) return owner
  const account = known.find(({ name }) => name === 'postgres') ?? known.find(({ name }) => name === 'nobody')
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody: add one.')
  return account
}

function accounts(): Account[] {
  if (!existsSync('/etc/passwd')) return []
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
