import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that is no part of ours, and what it needs to run. */
export interface Program {
  path: string
  env: Record<string, string>
}

/** A cache where npm keeps nothing and `npm ci` begins afresh. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/clinical-elog-programs')
const LIST_MS = 60_000
/** Libraries of libraries of libraries. */
const MOST_ROUNDS = 4

/** The programs, and where Debian's package of each puts it. */
const PATHS = {
  nginx: 'usr/sbin/nginx',
  pgbouncer: 'usr/sbin/pgbouncer',
  caddy: 'usr/bin/caddy',
  promtool: 'usr/bin/promtool',
  // The browser itself: the script in usr/bin looks for it in /usr/lib.
  chromium: 'usr/lib/chromium/chromium',
}
/** Packages that a program can't run without, and that hold no library. */
const BESIDE: Record<string, readonly string[]> = { chromium: ['chromium-common'] }
/** The package that a program is of, where it has another name. */
const PACKAGES: Partial<Record<string, string>> = { promtool: 'prometheus' }
type Name = keyof typeof PATHS

const places = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']

export const run = (command: string, args: string[], cwd = '/') =>
  spawnSync(command, args, { cwd, encoding: 'utf8', timeout: LIST_MS })

/** Fetches packages into a directory, and unpacks them there. Nobody needs to be root for it, and nothing is installed. */
function unpack(directory: string, names: string[]): boolean {
  const before = new Set(readdirSync(directory))
  if (run('apt-get', ['download', '-q', ...names], directory).status !== 0) return false
  const debs = readdirSync(directory).filter((name) => name.endsWith('.deb') && !before.has(name))
  return debs.length > 0 && debs.every((deb) => run('dpkg-deb', ['-x', deb, '.'], directory).status === 0)
}

/** The libraries that the packages fetched so far name. */
function librariesOf(directory: string): string[] {
  const debs = readdirSync(directory).filter((name) => name.endsWith('.deb'))
  const named = debs.flatMap((deb) => run('dpkg-deb', ['-f', deb, 'Depends'], directory).stdout.split(/[,|]/))
  const names = named.map((text) => text.trim().split(/[\s:(]/)[0] ?? '')
  const fetched = new Set(debs.map((deb) => deb.split('_')[0]))
  return [...new Set(names)].filter((name) => /^(?:lib(?!c6$|c-bin$|llvm)|zlib)/.test(name) && !fetched.has(name))
}

/** Lists the folders that hold fetched libraries, however deep: PulseAudio keeps one in a folder of its own. */
function libraryPath(directory: string): string {
  const roots = ['usr/lib', 'lib'].map((folder) => join(directory, folder)).filter((folder) => existsSync(folder))
  const files = roots.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
  const folders = files.filter(({ name }) => /\.so(?:\.|$)/.test(name)).map(({ parentPath }) => parentPath)
  return [...new Set(folders)].join(delimiter)
}

/** Fetches a package until these programs of it have their libraries; where they are. */
export function fetched(name: string, programs: readonly string[]): string | undefined {
  const directory = join(CACHE, name)
  const paths = programs.map((program) => join(directory, program))
  const areThere = () => paths.every((path) => existsSync(path))
  mkdirSync(directory, { recursive: true })
  if (!areThere() && !(unpack(directory, [name, ...(BESIDE[name] ?? [])]) && areThere())) return undefined
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const env = { ...process.env, LD_LIBRARY_PATH: libraryPath(directory) }
    if (!spawnSync('ldd', paths, { encoding: 'utf8', env }).stdout.includes('not found')) return realpathSync(directory)
    if (!unpack(directory, librariesOf(directory))) return undefined
  }
  return undefined
}

/** Returns the environment that a fetched program needs to run. */
export const beside = (directory: string) => ({ LD_LIBRARY_PATH: libraryPath(directory) })

function fetchedProgram(name: Name): Program | undefined {
  const directory = fetched(PACKAGES[name] ?? name, [PATHS[name]])
  return directory === undefined ? undefined : { path: join(directory, PATHS[name]), env: beside(directory) }
}

const known = new Map<string, Program | undefined>()

/**
 * A program of the system, or one of Debian's that is fetched for the tests alone.
 * @returns nothing where there is none and none can be fetched; the test says then that it was left out
 */
export function findProgram(name: Name): Program | undefined {
  if (!known.has(name)) {
    const path = places()
      .map((place) => join(place, name))
      .find((one) => existsSync(one))
    known.set(name, path ? { path, env: {} } : fetchedProgram(name))
  }
  return known.get(name)
}

export const missingText = (name: string) =>
  `${name} is not on this machine and can't be fetched with apt-get: install it to run this test`
