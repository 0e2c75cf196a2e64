import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { ToBeMended } from '../settings.ts'
import { close, giveOne, within } from './ownership.ts'
import { type Account, reason } from './process.ts'

/** The lock of the server that works on a data directory. */
export const LOCK_FILE = 'server.lock'

/** All names that we put into a data directory; `demo` is the other default's, `lost+found` a file system's. */
const OURS =
  /^(?:postgres|postgres\.new-.*|postgres\.log(?:\.1)?|postgres-location\.txt(?:\..*)?|postgres-programs-.*|server\.(?:lock|pid)|trail-heads\.log|restoring\.txt|moved\.txt|restore-test-.*|backup-key\.txt|before-upgrade|files|demo|lost\+found)$/

/** Names that are closed to others also where the directory is not ours alone. */
const SETTLED = /^(?:server\.(?:lock|pid)|trail-heads\.log|postgres\.log.*|moved\.txt|backup-key\.txt)$/

/** Lies there from the first file of a restore on until the database is there too: it names the backup. */
export const restoringMark = (dataDir: string) => join(dataDir, 'restoring.txt')

/** @throws Error with one line for people when a restore was cut off: a start would make a new college beside its files */
export function refuseHalfRestored(dataDir: string): void {
  const mark = restoringMark(dataDir)
  if (existsSync(mark))
    throw new Error(
      `a restore into ${resolve(dataDir)} was cut off: run it again. Should it say that the database is in use, it was done: remove ${resolve(mark)}`,
    )
}

/** The place of the backup of before an upgrade, where no other is named. */
export const beforeUpgradeDirectory = (dataDir: string) => join(resolve(dataDir), 'before-upgrade')

/** Lies there once `npm run db:move` has moved the college away: it says where its rows went, and its files if they went too. */
const movedMark = (dataDir: string) => join(dataDir, 'moved.txt')
const FILES_WENT = 'The files went to'

export function markMoved(dataDir: string, database: string, bucket: string | undefined): void {
  const lines = [`The database went to ${database} on ${new Date().toISOString().slice(0, 10)}.`]
  if (bucket !== undefined) lines.push(`${FILES_WENT} ${bucket}.`)
  writeFileSync(movedMark(dataDir), `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** @throws ToBeMended with one line for people when the settings lead back to what was left where a college was moved away */
export function refuseMoved({ DATA_DIR, DATABASE_URL, FILES_URL }: Leading): void {
  const mark = movedMark(DATA_DIR)
  if (!existsSync(mark)) return
  const [database = '', files] = readFileSync(mark, 'utf8').trim().split('\n')
  const back = `To go back to what was left here, which is older, remove ${resolve(mark)}`
  if (!DATABASE_URL) throw new ToBeMended(`the college was moved. ${database} Go on there, with DATABASE_URL. ${back}`)
  if (files && !FILES_URL) throw new ToBeMended(`the college was moved. ${files} Go on there, with FILES_URL. ${back}`)
}

interface Leading {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
  FILES_URL?: string | undefined
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

/**
 * Gives a directory of ours to `account` (null: it is our own user's) and closes it to everybody else. A directory that
 * holds other things too stays as it is: only what is in it of ours is closed.
 */
export function settleDataDirectory(directory: string, account: Account | null): void {
  const names = readdirSync(directory)
  within(directory, [], (at) => {
    if (names.every((name) => OURS.test(name))) {
      giveOne(at('.'), account)
      close(at('.'))
    }
    for (const name of names.filter((one) => SETTLED.test(one))) {
      giveOne(at(name), account)
      // The lock, which is not to be opened, was closed when it was taken.
      if (name !== LOCK_FILE) close(at(name))
    }
  })
  const files = names.includes('files') ? lstatSync(join(directory, 'files')) : undefined
  if (!files?.isDirectory()) return
  within(directory, ['files'], (at) => {
    for (const name of ['.', 'incoming', 'kept']) if (existsSync(at(name))) close(at(name))
  })
}

/** The directory's owner, so that this user can start it too; when that is root, or nobody yet, one made for such things. */
export function databaseAccount(dataDir: string): Account {
  const known = accounts()
  const uid = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0
  const owner = known.find((account) => account.uid === uid)
  if (owner && uid !== 0) return owner
  const account = known.find(({ name }) => name === 'postgres') ?? known.find(({ name }) => name === 'nobody')
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody: add one.')
  return account
}

/** The user that something belongs to, and never with root's group: `install -o` leaves it that one. */
export function ownerOf(path: string): Account {
  const { uid, gid } = statSync(path)
  const known = accounts().find((account) => account.uid === uid)
  return known ?? { name: String(uid), uid, gid: gid || uid }
}

export function accounts(): Account[] {
  if (!existsSync('/etc/passwd')) return []
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
