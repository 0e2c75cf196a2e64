import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PAGE = 'dist/web/index.html'
const NOBODY = 65_534
let place: string

/** A program of which only the start is real: its build writes the page, and its server says what it has compiled. */
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'clinical-elog-start-'))
  cpSync(join(import.meta.dirname, 'start.js'), join(place, 'scripts/start.js'))
  put('package.json', '{ "type": "module" }')
  put('web/main.tsx', 'newer than what was built')
  put(
    'server/main.ts',
    "import { getCompileCacheDir } from 'node:module'\nprocess.stdout.write('serves; ' + getCompileCacheDir() + '\\n')",
  )
  put(
    'node_modules/vite/bin/vite.js',
    `import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('dist/web', { recursive: true })\nwriteFileSync('${PAGE}', 'new')`,
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
const SERVES = expect.stringMatching(/^serves;/)

test('what is older than its sources is built again, by who can write it', () => {
  putFormerBuild()
  setModes(OPEN)
  expect(start()).toEqual({ status: 0, lines: ['Building the browser app …', SERVES] })
  expect(start()).toEqual({ status: 0, lines: [SERVES] })
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
