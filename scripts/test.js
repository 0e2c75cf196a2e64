// `npm test`: build and checks, then every test runner; the last line sums them all up. A runner that dies without
// saying how many tests it ran counts as one failure.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, run } from './check.js'

process.chdir(join(import.meta.dirname, '..'))
const scratch = mkdtempSync(join(tmpdir(), 'clinical-elog-run-'))
const total = { passed: 0, failed: 0 }

function count(name, passed, failed) {
  total.passed += passed
  total.failed += failed
  process.stdout.write(`── ${name}: ${passed} passed, ${failed} failed\n`)
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
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
  count(name, report?.numPassedTests ?? 0, status !== 0 && failed === 0 ? 1 : failed)
}

function playwright() {
  const file = join(scratch, 'playwright.json')
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  )
  const stats = readReport(file)?.stats
  const failed = stats?.unexpected ?? 0
  count(
    'journeys in the browser',
    (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    status !== 0 && failed === 0 ? 1 : failed,
  )
}

const isBuilt = await run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
count('build of the browser app', ...(isBuilt ? [1, 0] : [0, 1]))
// Of all these counts only whether they end well: the figures of such a bench say nothing, so that others may work beside it.
const bench = isBuilt ? run(['bench/run.ts', '--smoke']) : undefined
for (const [name, command] of Object.entries(checks))
  count(`check ${name}`, ...((await run(command, { atOnce: true })) ? [1, 0] : [0, 1]))
if (bench) count('bench, every part once', ...((await bench) ? [1, 0] : [0, 1]))
vitest('unit, API and component tests', [])
if (process.env.TEST_DATABASE_URL)
  vitest('API tests on the server of TEST_DATABASE_URL', ['--project', 'server'], { TEST_ENGINE: 'server' })
if (isBuilt) playwright()

rmSync(scratch, { recursive: true, force: true })
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
