// `npm test`: build and checks, then every test runner; the last line sums them all up. A runner that dies without
// saying how many tests it ran counts as one failure. Failures are named once more just above the last line: only the
// end of the output is kept of a run elsewhere.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checks, run } from './check.js'

process.chdir(join(import.meta.dirname, '..'))
const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/** True for a file system in memory that has room, and whose programs may be run. */
function isUsable(place) {
  try {
    const { bavail, bsize } = statfsSync(place)
    if (Math.min(bavail * bsize, freemem()) < ROOM_BYTES) return false
    const program = join(place, `clinical-elog-${process.pid}.sh`)
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    const { status } = spawnSync(program)
    rmSync(program)
    return status === 0
  } catch {
    return false
  }
}

// Hundreds of databases are made and thrown away: a slow disk would take minutes for that.
const scratch = mkdtempSync(join(isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'clinical-elog-run-'))
// Servers that are no longer root read what lies in it.
chmodSync(scratch, 0o755)
process.env.TMPDIR = scratch
const total = { passed: 0, failed: 0 }
/** A line or more for each failure, as it is to be read at the end. */
const failures = []

/** @param {string[]} said what is told of those that failed; without it the name alone */
function count(name, passed, failed, said = []) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(...(said.length > 0 ? said : [`✗ ${name}`]))
  process.stdout.write(`── ${name}: ${passed} passed, ${failed} failed\n`)
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** A failure's title, and the first lines of what was told of it. */
function failure(title, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 12)
  return [`✗ ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const path = relative('.', file.name)
    if (file.status === 'failed' && failed.length === 0) return [failure(path, [file.message])]
    return failed.map(({ fullName, failureMessages }) => failure(`${path} › ${fullName}`, failureMessages))
  })
}

function failuresOfPlaywright({ suites = [], specs = [] } = {}) {
  return [
    ...suites.flatMap(failuresOfPlaywright),
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) =>
          failure(
            `[${projectName}] ${file} › ${title}`,
            results.flatMap(({ errors }) => errors.map(({ message }) => message)),
          ),
        ),
    ),
  ]
}

function vitest(name, args, env = {}) {
  const file = join(scratch, `${name.replaceAll(' ', '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const report = readReport(file)
  const failed = report?.numFailedTests ?? 0
  count(name, report?.numPassedTests ?? 0, status !== 0 && failed === 0 ? 1 : failed, failuresOfVitest(report))
}

function playwright() {
  const file = join(scratch, 'playwright.json')
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  )
  const report = readReport(file)
  const stats = report?.stats
  const failed = stats?.unexpected ?? 0
  count(
    'journeys in the browser',
    (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    status !== 0 && failed === 0 ? 1 : failed,
    failuresOfPlaywright(report),
  )
}

const isBuilt = await run(['scripts/build.js', '--logLevel', 'warn'])
count('build of the browser app', ...(isBuilt ? [1, 0] : [0, 1]))
const isServerBuilt = await run(['scripts/build.js', '--config', 'vite.server.config.ts', '--logLevel', 'error'])
count('build of the server', ...(isServerBuilt ? [1, 0] : [0, 1]))
for (const [name, command] of Object.entries(checks))
  count(`check ${name}`, ...((await run(command, { atOnce: true })) ? [1, 0] : [0, 1]))
vitest('unit, API and component tests', [])
if (process.env.TEST_DATABASE_URL)
  vitest('API tests on the server of TEST_DATABASE_URL', ['--project', 'server'], { TEST_ENGINE: 'server' })
if (isBuilt) playwright()

rmSync(scratch, { recursive: true, force: true })
for (const told of failures) process.stdout.write(`${told}\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
