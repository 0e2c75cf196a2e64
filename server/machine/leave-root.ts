import { existsSync, lchownSync, mkdirSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { join, resolve } from 'node:path'
import { become, canEnter, canRead } from './as-account.ts'
import { databaseAccount, openDataDirectory, settleDataDirectory } from './data-directory.ts'
import { giveFiles, takeFiles } from './ownership.ts'
import type { Account } from './process.ts'

const PROGRAM = join(import.meta.dirname, '../..')
/** Samples deep in what is read while the server runs: an account that can read these can read the rest. */
const SAMPLES = ['server/documents/pdf/worker.ts', 'node_modules/fastify/package.json', 'package.json']

/** The user that a server with a database elsewhere becomes when root starts it; null: root did not start it. */
export function accountFor(dataDir: string): Account | null {
  const directory = openDataDirectory(resolve(dataDir))
  const account = process.geteuid?.() === 0 ? databaseAccount(directory) : null
  settleDataDirectory(directory, account)
  return account
}

/**
 * Gives root's files to the account, and finds the data directory for it: by its path, or, below one that it can't enter,
 * by stepping in, since who is there already can stay. Undefined: not even so.
 */
function findFor(account: Account, dataDir: string): string | undefined {
  const directory = resolve(dataDir)
  giveFiles(directory, account)
  if (canEnter(account, join(directory, 'files'))) return dataDir
  const before = process.cwd()
  process.chdir(directory)
  if (canEnter(account, 'files')) return '.'
  process.chdir(before)
  return undefined
}

const WAY = 'put it where that user comes to (below /opt or /srv, say)'

/**
 * Gives root's rights up for good, in all threads, and takes the account's. From here on new files are closed to
 * others. It is for a program that has read all of itself: one below /root goes on.
 * @returns where the data directory is from now on
 * @throws Error with one line for people when the account can't come to the data
 */
export function becomeOwner(dataDir: string, account: Account | null): string {
  process.umask(0o077)
  if (process.geteuid?.() !== 0 || !account) return dataDir
  const found = findFor(account, dataDir)
  if (found === undefined) throw new Error(`the user ${account.name} can't use ${resolve(dataDir)}: ${WAY}`)
  become(account)
  return found
}

interface Leaving {
  /** An obstacle is worth a warning only: nothing of the demo is anybody's secret, and it has to come up anywhere. */
  mayStay: boolean
  say(line: string): void
}

/**
 * The same for the server, which goes on reading the program.
 * @returns where the data directory is from now on
 * @throws Error with one line for people when the account can't go on with the data or the program
 */
export function leaveRoot(dataDir: string, account: Account | null, { mayStay, say }: Leaving): string {
  process.umask(0o077)
  if (process.geteuid?.() !== 0 || !account) return dataDir
  const before = process.cwd()
  const found = findFor(account, dataDir)
  const obstacle = found === undefined ? resolve(dataDir) : unreadable(account)
  if (found === undefined || obstacle) {
    process.chdir(before)
    takeFiles(resolve(dataDir))
    const why = `the user ${account.name} can't use ${obstacle}`
    const way = `${WAY}, or start the server as a user of its own`
    if (!mayStay) throw new Error(`the server does not run as root, and ${why}: ${way}`)
    say(`WARNING: the demo stays root, since ${why}: ${way}.`)
    return dataDir
  }
  keepCompiled(account)
  become(account)
  say(`Started as root; goes on as the user ${account.name}.`)
  return found
}

/** The program, if the account can't read it where it lies. */
function unreadable(account: Account): string | undefined {
  const page = join(PROGRAM, 'dist/web/index.html')
  const needed = [process.execPath, ...SAMPLES.map((name) => join(PROGRAM, name)), ...(existsSync(page) ? [page] : [])]
  return canRead(account, needed) ? undefined : PROGRAM
}

/**
 * Keeps for the account what Node has compiled, which is kept by user: root's is written now, and the account gets a
 * place for what its processes compile. Root never reads that one.
 */
function keepCompiled(account: Account): void {
  const own = getCompileCacheDir()
  if (!own?.endsWith('-0')) return
  flushCompileCache()
  const theirs = `${own.slice(0, -1)}${account.uid}`
  if (existsSync(theirs)) return
  mkdirSync(theirs, { recursive: true })
  lchownSync(theirs, account.uid, account.gid)
}
