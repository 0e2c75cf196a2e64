import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canRead } from '../machine/as-account.ts'
import type { Account } from '../machine/process.ts'
import { beside, fetched, run } from './programs.ts'

/** PostgreSQL's programs of Debian's package. */
export interface PostgresPrograms {
  initdb: string
  postgres: string
  env: Record<string, string>
  version: string
  /** The directory below which its package is unpacked. */
  root: string
}

/** The oldest that the product takes. */
const OLDEST = 15
const SYSTEM = '/'

const binOf = (version: string) => join('usr/lib/postgresql', version, 'bin')

function programsIn(root: string, version: string): PostgresPrograms {
  const bin = join(root, binOf(version))
  const env = root === SYSTEM ? {} : beside(root)
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), env, version, root }
}

const newestFirst = (versions: string[]) => versions.sort((a, b) => Number(b) - Number(a))

/** Returns the installed programs, the newest first. */
export function installed(): PostgresPrograms[] {
  const place = join(SYSTEM, binOf(''), '..')
  return newestFirst(existsSync(place) ? readdirSync(place) : [])
    .map((version) => programsIn(SYSTEM, version))
    .filter(({ initdb }) => existsSync(initdb))
}

function fetchedOf(version: string): PostgresPrograms | undefined {
  const root = fetched(
    `postgresql-${version}`,
    ['postgres', 'initdb'].map((program) => join(binOf(version), program)),
  )
  if (root === undefined) return undefined
  // The compiler of queries needs a library of a hundred megabytes, which is not fetched. PostgreSQL does without.
  rmSync(join(root, binOf(version), '../lib/llvmjit.so'), { force: true })
  return programsIn(root, version)
}

const known = new Map<string, PostgresPrograms | undefined>()

function find(except: string): PostgresPrograms | undefined {
  const isOther = (version: string) => version !== except && Number(version) >= OLDEST
  const there = installed().find(({ version }) => isOther(version))
  if (there) return there
  const { status, stdout } = run('apt-cache', ['search', '--names-only', '^postgresql-[0-9]+$'])
  if (status !== 0) return undefined
  const offered = [...stdout.matchAll(/^postgresql-(\d+) /gm)].map(([, version = '']) => version)
  for (const version of newestFirst(offered.filter(isOther))) {
    const found = fetchedOf(version)
    if (found) return found
  }
  return undefined
}

/**
 * Those of another major version than this one: the system's, or Debian's that are fetched for the tests alone.
 * @returns nothing where there are none and none can be fetched; the test says then that it was left out
 */
export function findBut(except: string): PostgresPrograms | undefined {
  if (!known.has(except)) known.set(except, find(except))
  return known.get(except)
}

/**
 * The same where this account may run them: what is fetched lies among our files, which may be closed to it.
 * @param copiesIn a directory that goes with what is made of them
 */
export function runnableBy(account: Account | null, programs: PostgresPrograms, copiesIn: string): PostgresPrograms {
  if (!account || canRead(account, [programs.postgres])) return programs
  const copy = join(copiesIn, 'programs')
  mkdirSync(copy)
  const copied = spawnSync('cp', [
    '-a',
    ...readdirSync(programs.root)
      .filter((name) => !name.endsWith('.deb'))
      .map((name) => join(programs.root, name)),
    copy,
  ])
  if (copied.status !== 0) throw new Error(`PostgreSQL's programs could not be copied to ${copy}`)
  return programsIn(copy, programs.version)
}
