import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { type Account, reason } from '../postgres/process.ts'

/** Whatever we put into a data directory; `demo` is the other default's, `lost+found` a file system's. */
const OURS =
  /^(?:postgres|postgres\.new-.*|postgres\.log(?:\.1)?|postgres-location\.txt(?:\..*)?|postgres-programs-.*|server\.(?:lock|pid)|trail-heads\.log|restoring\.txt|moved\.txt|files|demo|lost\+found)$/

/** Lies there from the first file of a restore on until the database is there too: it names the backup. */
export const restoringMark = (dataDir: string) => join(resolve(dataDir), 'restoring.txt')

/** @throws Error with one line for people when a restore was cut off: a start would make a new college beside its files */
export function refuseHalfRestored(dataDir: string): void {
  const mark = restoringMark(dataDir)
  if (existsSync(mark))
    throw new Error(
      `a restore into ${resolve(dataDir)} was cut off: run it again. Should it say that the database is in use, it was done: remove ${mark}`,
    )
}

/** Lies there once `npm run db:move` has moved the college away: it says where its rows went, and its files if they went too. */
const movedMark = (dataDir: string) => join(resolve(dataDir), 'moved.txt')
const FILES_WENT = 'The files went to'

export function markMoved(dataDir: string, database: string, bucket: string | undefined): void {
  const lines = [`The database went to ${database} on ${new Date().toISOString().slice(0, 10)}.`]
  if (bucket !== undefined) lines.push(`${FILES_WENT} ${bucket}.`)
  writeFileSync(movedMark(dataDir), `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** @throws Error with one line for people when the settings lead back to what was left where a college was moved away */
export function refuseMoved({ DATA_DIR, DATABASE_URL, FILES_URL }: Leading): void {
  const mark = movedMark(DATA_DIR)
  if (!existsSync(mark)) return
  const [database = '', files] = readFileSync(mark, 'utf8').trim().split('\n')
  const back = `To go back to what was left here, which is older, remove ${mark}`
  if (!DATABASE_URL) throw new Error(`the college was moved. ${database} Go on there, with DATABASE_URL. ${back}`)
  if (files && !FILES_URL) throw new Error(`the college was moved. ${files} Go on there, with FILES_URL. ${back}`)
}

interface Leading {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
  FILES_URL?: string | undefined
}

const isRoot = () => process.geteuid?.() === 0

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
 * Gives a directory of ours to `account` (null: it is our own user's) and closes it to everybody else. One that holds other
 * things too stays as it is: only what is in it of ours is closed.
 */
export function settleDataDirectory(directory: string, account: Account | null): void {
  const files = join(directory, 'files')
  const names = readdirSync(directory)
  if (names.every((name) => OURS.test(name))) {
    giveOne(directory, account)
    close(directory)
  }
  for (const path of [files, join(files, 'incoming'), join(files, 'kept')]) if (existsSync(path)) close(path)
  for (const name of names.filter((one) =>
    /^(?:server\.(?:lock|pid)|trail-heads\.log|postgres\.log.*|moved\.txt)$/.test(one),
  )) {
    giveOne(join(directory, name), account)
    close(join(directory, name))
  }
}

/**
 * Gives the files that root made, or put back from a backup, to the account that goes on with them. Their top goes last,
 * so that a start that was cut off begins again; and while that is root's, nobody else can put a link in the way.
 */
export function giveFiles(directory: string, account: Account): void {
  const files = join(directory, 'files')
  if (!existsSync(files)) mkdirSync(files, { mode: 0o700 })
  if (![files, ...foldersIn(files)].some((path) => lstatSync(path).uid === 0)) return
  takeFiles(directory)
  for (const entry of readdirSync(files, { recursive: true, withFileTypes: true }))
    giveOne(join(entry.parentPath, entry.name), account)
  giveOne(files, account)
}

/** What stands in `files`, and the folders of that: at most some hundreds, whatever they hold. */
function foldersIn(files: string): string[] {
  const entriesOf = (path: string) => readdirSync(path, { withFileTypes: true })
  return entriesOf(files).flatMap((entry) => {
    const path = join(files, entry.name)
    if (!entry.isDirectory()) return path
    const folders = entriesOf(path).filter((one) => one.isDirectory())
    return [path, ...folders.map(({ name }) => join(path, name))]
  })
}

/** Root goes on with files that may have been given away; the next one who gives its rights up gives them again. */
export function takeFiles(directory: string): void {
  lchownSync(join(directory, 'files'), 0, 0)
}

/** Only root's: what is somebody else's was given to them before, or by somebody else. */
function giveOne(path: string, account: Account | null): void {
  const { uid, nlink } = lstatSync(path)
  const isLinked = nlink > 1 && !lstatSync(path).isDirectory()
  if (account && isRoot() && uid === 0 && !isLinked) lchownSync(path, account.uid, account.gid)
}

/** Takes all rights from others where strangers have some; rights of a group alone were somebody's choice. */
function close(path: string): void {
  const { mode, uid } = lstatSync(path)
  if (!isRoot() && uid !== process.geteuid?.()) return
  if (mode & 0o007 && (mode & 0o170000) !== 0o120000) chmodSync(path, mode & 0o700)
}

/** The directory's owner, so that this user can start it too; when that is root, one made for such things. */
export function databaseAccount(dataDir: string): Account {
  const known = accounts()
  const { uid } = statSync(dataDir)
  const owner = known.find((account) => account.uid === uid)
  if (owner && uid !== 0) return owner
  const account = known.find(({ name }) => name === 'postgres') ?? known.find(({ name }) => name === 'nobody')
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody: add one.')
  return account
}

export function accounts(): Account[] {
  if (!existsSync('/etc/passwd')) return []
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
