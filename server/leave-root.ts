import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { join, resolve } from 'node:path'
import { databaseAccount, giveFiles, openDataDirectory, settleDataDirectory, takeFiles } from './db/data-directory.ts'
import { tryAs } from './db/embedded-binaries.ts'
import type { Account } from './db/embedded-process.ts'

const PROGRAM = join(import.meta.dirname, '..')
/** Deep in what is read while the server runs: who can read these can read the rest. */
const SAMPLES = ['server/core/pdf-worker.ts', 'node_modules/fastify/package.json', 'package.json']

/** Whom a server with a database elsewhere becomes when root starts it; null: it is not root's. */
export function accountFor(dataDir: string): Account | null {
  const directory = openDataDirectory(resolve(dataDir))
  const account = process.geteuid?.() === 0 ? databaseAccount(directory) : null
  settleDataDirectory(directory, account)
  return account
}

/**
 * Gives root's rights up for good, in all threads, and takes the account's. From here on new files are closed to others,
 * for whoever started it.
 * @returns where the data directory is from now on
 */
export function leaveRoot(dataDir: string, account: Account | null, say: (line: string) => void): string {
  process.umask(0o077)
  if (process.geteuid?.() !== 0 || !account) return dataDir
  const directory = resolve(dataDir)
  const { name, uid, gid } = account
  giveFiles(directory, account)
  // Below a directory that the account can't enter: who is there already can stay.
  const isOpen = tryAs(account, 'cd "$1"', [join(directory, 'files')])
  const obstacle = isOpen || tryAs(account, 'test -x files', [], directory) ? unreadable(account) : directory
  if (obstacle) {
    takeFiles(directory)
    say(
      `WARNING: this server stays root, since the user ${name} can't use ${obstacle}: ` +
        'put it where that user comes to (below /opt or /srv, say), or start the server as a user of its own.',
    )
    return dataDir
  }
  if (!isOpen) process.chdir(directory)
  keepCompiled(account)
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
  say(`Started as root; goes on as the user ${name}.`)
  return isOpen ? dataDir : '.'
}

/** The program, if the account can't read it where it lies. */
function unreadable(account: Account): string | undefined {
  const page = join(PROGRAM, 'dist/web/index.html')
  const needed = [process.execPath, ...SAMPLES.map((name) => join(PROGRAM, name)), ...(existsSync(page) ? [page] : [])]
  return tryAs(account, 'for one in "$@"; do test -r "$one" || exit 1; done', needed) ? undefined : PROGRAM
}

/**
 * What Node has compiled is kept by user: what is root's is written now, and the account has a place for what its
 * processes compile. Root never reads that one.
 */
function keepCompiled(account: Account): void {
  const own = getCompileCacheDir()
  if (!own?.endsWith('-0')) return
  flushCompileCache()
  const theirs = `${own.slice(0, -1)}${account.uid}`
  if (existsSync(theirs)) return
  mkdirSync(theirs, { recursive: true })
  chownSync(theirs, account.uid, account.gid)
}
