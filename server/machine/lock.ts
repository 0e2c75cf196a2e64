import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCK_FILE } from './data-directory.ts'
import { settleUnopened, within } from './ownership.ts'
import { reason } from './process.ts'
import { isAlive } from './stop.ts'

export interface DirectoryLock {
  release(): void
}

// Held here as well, since a collected DatabaseSync would close its file and lose the lock.
const held = new Set<DatabaseSync>()
const BUSY = 5

/**
 * Locks a directory against every other server, in this process or another one.
 * Node has no flock; SQLite's lock on an empty file is one: the kernel drops it when the process dies in any way.
 */
export async function lockDirectory(directory: string, shownAs: string): Promise<DirectoryLock> {
  const lockFile = join(directory, LOCK_FILE)
  const pidFile = join(directory, 'server.pid')
  // Opening the file ourselves to try it would drop a lock that this process holds on it (POSIX), so ask only.
  // SQLite would open an unwritable file for reading and then not lock it at all.
  try {
    accessSync(directory, constants.W_OK | constants.X_OK)
    if (existsSync(lockFile)) accessSync(lockFile, constants.W_OK)
  } catch (error) {
    throw new Error(`The data directory ${shownAs} can't be written by this user: ${reason(error)}.`)
  }
  makePrivate(directory)
  const lock = await take(lockFile, pidFile, shownAs)
  held.add(lock)
  try {
    rmSync(pidFile, { force: true })
    writeFileSync(pidFile, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    held.delete(lock)
    lock.close()
    throw new Error(`The data directory ${shownAs} can't be locked: ${reason(error)}.`)
  }
  return {
    release() {
      if (!held.delete(lock)) return
      try {
        rmSync(pidFile, { force: true })
      } catch {
        // In a directory that only root may write. It names a process that is gone, so nobody believes it.
      }
      lock.close()
    },
  }
}

/**
 * Makes the lock file private. A user who can read the file can lock it, and keep the server from starting. And root
 * must not leave a lock that the directory's owner can't open later.
 */
function makePrivate(directory: string): void {
  within(directory, [], (at) => {
    try {
      closeSync(openSync(at(LOCK_FILE), 'wx', 0o600))
    } catch {
      // It is there, or can't be made: then it is said when it is taken.
    }
    if (existsSync(at(LOCK_FILE))) settleUnopened(at(LOCK_FILE))
  })
}

async function take(lockFile: string, pidFile: string, shownAs: string): Promise<DatabaseSync> {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockFile)
    // No journal file beside it.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if ((error as { errcode?: number }).errcode !== BUSY) {
      throw new Error(`The data directory ${shownAs} can't be locked (${lockFile}): ${reason(error)}.`)
    }
    const holder = await readHolder(pidFile)
    const who = holder ? ` (process ${holder})` : ''
    throw new Error(`The data directory ${shownAs} is in use by another Clinical eLog server${who}.`)
  }
}

/** The holder writes its number just after it took the lock: what an earlier one left is not shown. */
async function readHolder(pidFile: string): Promise<number | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
      if (pid > 0 && isAlive(pid)) return pid
    } catch {
      // Not written yet.
    }
    await sleep(10)
  }
  return undefined
}
