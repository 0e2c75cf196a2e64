import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { actAs } from './as-account.ts'
import type { Account } from './process.ts'

// Root's work in a directory of somebody else's. That user may rename what is there, or put a link in its place,
// between any two of our calls: a path that was looked at leads elsewhere when it is used, to /etc say. So root goes
// into the directory, works with names alone, and changes what it has opened.

const isRoot = () => process.geteuid?.() === 0

/** A name as it is to be used just then. */
type At = (name: string) => string

/** Works in the directory `below` another one, which is no link. */
export function within<T>(directory: string, below: readonly string[], work: (at: At) => T): T {
  if (!isRoot()) return work((name) => join(directory, ...below, name))
  const before = process.cwd()
  try {
    process.chdir(directory)
    for (const name of below) stepInto(name)
    return work((name) => name)
  } finally {
    process.chdir(before)
  }
}

function stepInto(name: string): void {
  const found = lstatSync(name)
  if (found.isDirectory()) process.chdir(name)
  const here = statSync('.')
  if (here.dev !== found.dev || here.ino !== found.ino) throw new Error(`${name} was changed meanwhile: try again`)
}

/** Only root's: what is somebody else's was given to them before, or by somebody else. */
const isToGive = (found: Stats) => found.uid === 0 && (found.isDirectory() || found.nlink === 1)

/** Gives what stands in the directory that we are in. Opened and closed, the lock of a running server would be lost. */
export function giveOne(name: string, account: Account | null): void {
  if (account && isRoot() && isToGive(lstatSync(name))) lchownSync(name, account.uid, account.gid)
}

function withOpened(path: string, work: (opened: number) => void): void {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const opened = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    work(opened)
  } finally {
    closeSync(opened)
  }
}

function giveOpened(path: string, { uid, gid }: Account): void {
  withOpened(path, (opened) => {
    if (isToGive(fstatSync(opened))) fchownSync(opened, uid, gid)
  })
}

/** Takes all rights from others where strangers have some; rights of a group alone were somebody's choice. */
export function close(path: string): void {
  const found = lstatSync(path)
  if (!isRoot() && found.uid !== process.geteuid?.()) return
  if (!(found.mode & 0o007) || !(found.isDirectory() || found.isFile())) return
  withOpened(path, (opened) => fchmodSync(opened, fstatSync(opened).mode & 0o700))
}

/** Makes root give a file, unopened, to the owner of the directory that we are in, and closes it to others. */
export function settleUnopened(path: string): void {
  const owner = isRoot() ? statSync('.') : null
  const { nlink, mode } = lstatSync(path)
  if (owner && nlink === 1) lchownSync(path, owner.uid, owner.gid)
  if (mode & 0o077) actAs(owner, () => chmodSync(path, 0o600))
}

/**
 * Gives the files that root made, or that were put back as root, to the account that goes on with them. A folder goes
 * after its content, so that a start that was cut off begins again. When `files` is a link, they are somebody's own
 * arrangement.
 */
export function giveFiles(directory: string, account: Account): void {
  within(directory, [], (at) => {
    if (!readdirSync(at('.')).includes('files')) mkdirSync(at('files'), { mode: 0o700 })
  })
  const files = join(directory, 'files')
  if (lstatSync(files).isSymbolicLink()) return
  if ([files, ...foldersIn(files)].some((path) => lstatSync(path).uid === 0)) giveFolder(directory, ['files'], account)
}

function giveFolder(directory: string, below: readonly string[], account: Account): void {
  const folders = within(directory, below, (at) => {
    const entries = readdirSync(at('.'), { withFileTypes: true })
    for (const entry of entries) if (entry.isFile()) giveOpened(at(entry.name), account)
    return entries.filter((entry) => entry.isDirectory())
  })
  for (const { name } of folders) giveFolder(directory, [...below, name], account)
  within(directory, below, (at) => giveOpened(at('.'), account))
}

/** Returns the paths in `files`, and the folders below them: at most some hundreds, whatever they hold. */
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
