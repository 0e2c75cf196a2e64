import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const PAGE = 'dist/web/index.html'
const NOBODY = 65_534
let place: string

/**
 * A program of which only the start is real: its build writes the page and a server, and that of the sources says what it has
 * compiled.
 */
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'clinical-elog-start-'))
  for (const name of ['start.js', 'build.js', 'sources.js'])
    cpSync(join(import.meta.dirname, name), join(place, 'scripts', name))
  put('package.json', '{ "type": "module" }')
  put('web/main.tsx', 'newer than what was built')
  put(
    'server/main.ts',
    "import { getCompileCacheDir } from 'node:module'\nprocess.stdout.write('serves; ' + getCompileCacheDir() + '\\n')",
  )
  put('server/later.ts', 'a part of it')
  put(
    'node_modules/vite/bin/vite.js',
    `import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
     import { enableCompileCache } from 'node:module'
     import { dirname } from 'node:path'
     enableCompileCache()
     const { argv } = process
     const file = argv.includes('vite.server.config.ts') ? argv[argv.indexOf('--outDir') + 1] + '/main.js' : '${PAGE}'
     mkdirSync(dirname(file), { recursive: true })
     const part = new URL('../part', import.meta.url)
     if (file !== '${PAGE}' && existsSync(part)) writeFileSync(dirname(file) + '/' + readFileSync(part, 'utf8'), '')
     writeFileSync(file, file === '${PAGE}' ? process.argv.slice(2).join(' ') : "process.stdout.write('built, serves\\\\n')")`,
  )
  put('node_modules/vite/package.json', '{ "type": "module" }')
})
afterEach(() => {
  setModes(OPEN)
  rmSync(place, { recursive: true, force: true })
})

function put(name: string, text: string): void {
  mkdirSync(dirname(join(place, name)), { recursive: true })
  writeFileSync(join(place, name), text)
}

function putFormerBuild(): void {
  put(PAGE, 'former')
  utimesSync(join(place, PAGE), new Date(0), new Date(0))
}

const CLOSED = 0o555
const OPEN = 0o777

function setModes(mode: number): void {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  for (const name of ['.', ...names]) chmodSync(join(place, name), mode)
}

/** Starts it, as who is not root: to root nothing is closed. */
function start(env: Record<string, string> = {}) {
  const who = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(place, 'scripts/start.js')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    ...who,
  })
  return { status, lines: `${stdout}${stderr}`.split('\n').filter((line) => line !== '') }
}
/** A process that has ended and that nobody has waited for yet runs no more. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
const SERVES = expect.stringMatching(/^serves;/)
const BUILDING = ['Building the browser app …', 'Building the server …']

test('what is older than its sources is built again, by who can write it', () => {
  putFormerBuild()
  setModes(OPEN)
  expect(start()).toEqual({ status: 0, lines: [...BUILDING, 'built, serves'] })
  expect(start()).toEqual({ status: 0, lines: ['built, serves'] })
})

test('a server that is not of the sources that are there does not serve', () => {
  put(PAGE, 'built')
  setModes(OPEN)
  expect(start().lines).toEqual([BUILDING[1], 'built, serves'])
  setModes(CLOSED)
  expect(start().lines).toEqual(['built, serves'])
  expect(readdirSync(join(place, 'dist'))).toEqual(['server', 'web'])
  // Another version, with the time that it had.
  setModes(OPEN)
  put('server/later.ts', 'another part of it')
  utimesSync(join(place, 'server/later.ts'), new Date(0), new Date(0))
  setModes(CLOSED)
  expect(start()).toEqual({ status: 0, lines: [SERVES] })
  setModes(OPEN)
  expect(start().lines).toEqual([BUILDING[1], 'built, serves'])
  // As long as before, and newer.
  put('server/later.ts', 'anewer p  part of it')
  utimesSync(join(place, 'server/later.ts'), Date.now() / 1000 + 60, Date.now() / 1000 + 60)
  setModes(CLOSED)
  expect(start()).toEqual({ status: 0, lines: [SERVES] })
})

test('a test that was changed is no reason to build again', () => {
  putFormerBuild()
  setModes(OPEN)
  expect(start().lines).toEqual([...BUILDING, 'built, serves'])
  const soon = Date.now() / 1000 + 60
  for (const name of ['server/later.test.ts', 'web/main.test.tsx']) {
    put(name, 'of a part')
    utimesSync(join(place, name), soon, soon)
  }
  expect(start()).toEqual({ status: 0, lines: ['built, serves'] })
})

/** Lets a former part have been replaced so many days ago. */
function replace(name: string, daysAgo: number): void {
  const note = 'dist/server/sources'
  const then = Date.now() - daysAgo * 24 * 60 * 60 * 1000
  put(note, readFileSync(join(place, note), 'utf8').replace(new RegExp(`^${name} .*$`, 'm'), `${name} ${then}`))
}

test('a build takes no part from a server that runs, and leaves nothing when it fails', () => {
  put(PAGE, 'built')
  put('dist/server/part-of-the-former.js', 'read when it is needed')
  // The server has run for long.
  utimesSync(join(place, 'dist/server/part-of-the-former.js'), new Date(0), new Date(0))
  setModes(OPEN)
  expect(start().lines).toEqual([BUILDING[1], 'built, serves'])
  expect(readdirSync(join(place, 'dist/server'))).toEqual(['main.js', 'part-of-the-former.js', 'sources'])
  put('server/later.ts', 'changed')
  put('node_modules/vite/bin/vite.js', 'process.exit(1)')
  setModes(OPEN)
  expect(start()).toEqual({ status: 78, lines: [BUILDING[1], 'The server could not be built.'] })
  expect(readdirSync(join(place, 'dist'))).toEqual(['server', 'web'])
})

test('parts of a former build are removed a week after another one took its place, whenever it was built', () => {
  put(PAGE, 'built')
  const parts = () => readdirSync(join(place, 'dist/server')).filter((name) => name.startsWith('part-'))
  const build = (name: string) => {
    put('server/later.ts', `with ${name}`)
    put('node_modules/vite/part', name)
    setModes(OPEN)
    expect(start().lines).toEqual([BUILDING[1], 'built, serves'])
  }
  build('part-1.js')
  utimesSync(join(place, 'dist/server/part-1.js'), new Date(0), new Date(0))
  build('part-2.js')
  replace('part-1.js', 6)
  build('part-3.js')
  expect(parts()).toEqual(['part-1.js', 'part-2.js', 'part-3.js'])
  // The builds after it do not keep it for longer.
  replace('part-1.js', 8)
  replace('part-2.js', 8)
  // A part with its former content belongs to the build that serves, and is replaced anew.
  build('part-2.js')
  expect(parts()).toEqual(['part-2.js', 'part-3.js'])
  build('part-4.js')
  expect(parts()).toEqual(['part-2.js', 'part-3.js', 'part-4.js'])
})

test('what is older and cannot be written is used, with one line that says what to do', () => {
  putFormerBuild()
  setModes(CLOSED)
  const warning = `WARNING: the browser app in dist/ is older than its sources, and this user can't write it: run "npm run build" as who owns the program, and start again.`
  expect(start()).toEqual({ status: 0, lines: [warning, SERVES] })
})

test('without a browser app it does not start, with one line and a status of its own', () => {
  setModes(CLOSED)
  const way = `this user can't write it: run "npm run build" as who owns the program`
  expect(start()).toEqual({ status: 78, lines: [`The browser app is not built, and ${way}.`] })
  setModes(OPEN)
  rmSync(join(place, 'node_modules'), { recursive: true })
  const missing = 'The browser app is not built, and what builds it is not installed: "npm ci", or bring dist/ along.'
  expect(start()).toEqual({ status: 78, lines: [missing] })
})

test('what Node has compiled is kept where NODE_COMPILE_CACHE says, as in the service', () => {
  put(PAGE, 'built')
  const cache = mkdtempSync(join(tmpdir(), 'clinical-elog-compiled-'))
  chmodSync(cache, 0o777)
  setModes(CLOSED)
  expect(start({ NODE_COMPILE_CACHE: cache }).lines).toEqual([expect.stringMatching(`^serves; ${cache}/`)])
  expect(readdirSync(cache)).toHaveLength(1)
  rmSync(cache, { recursive: true })
})

test('a build neither reads nor leaves what Node has compiled where others of the machine may write', () => {
  const common = mkdtempSync(join(tmpdir(), 'clinical-elog-common-'))
  chmodSync(common, 0o777)
  setModes(OPEN)
  expect(start({ TMPDIR: common, NODE_COMPILE_CACHE: '' })).toEqual({
    status: 0,
    lines: [...BUILDING, 'built, serves'],
  })
  expect(readFileSync(join(place, PAGE), 'utf8')).toBe('build --logLevel error')
  expect(readdirSync(common)).toEqual([])
  rmSync(common, { recursive: true })
})

describe('the server ends when npm is told to', () => {
  test.each([
    { signal: 'SIGTERM', shell: 'that becomes what it runs', runs: 'exec sh -c "$1"' },
    { signal: 'SIGTERM', shell: 'that stays beside what it runs', runs: 'sh -c "$1"; exit' },
    { signal: 'SIGKILL', shell: 'that becomes what it runs', runs: 'exec sh -c "$1"' },
  ] as const)('by $signal, with a shell $shell', async ({ signal, runs }) => {
    put(PAGE, 'built')
    put('package.json', JSON.stringify({ type: 'module', name: 'place', scripts: manifest.scripts }))
    put(
      'server/main.ts',
      `process.on('SIGTERM', () => process.exit(0))
       setInterval(() => {}, 1000)
       console.log(process.pid + ' serves')`,
    )
    rmSync(join(place, 'node_modules/vite'), { recursive: true })
    put('shell', `#!/bin/sh\nshift\n${runs}\n`)
    setModes(OPEN)
    const npm = spawn('npm', ['start', '--silent', `--script-shell=${join(place, 'shell')}`], {
      cwd: place,
      env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await once(npm.stdout, 'data')
    const server = Number(/^\d+(?= serves)/.exec(String(said))?.[0])
    npm.kill(signal)
    expect(server).toBeGreaterThan(0)
    try {
      await expect.poll(() => isRunning(server), { timeout: 10_000 }).toBe(false)
    } finally {
      if (isRunning(server)) process.kill(server, 'SIGKILL')
    }
  })
})
