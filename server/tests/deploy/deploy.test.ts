import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, SETTING_NAMES } from '../../settings.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8')
const compose = read('deploy/compose.yaml')

/** Setting → what it is given, as lines `NAME: value` of one block have it. */
const pairsOf = (block: string) =>
  new Map(
    [...block.matchAll(/^ +([A-Z][A-Z_\d]*): (.*?)(?: #.*)?$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

/** Returns the settings of a file, also those behind a #. */
function lines(name: string): [string, string][] {
  const found = read(name).matchAll(/^#?([A-Z][A-Z_\d]*)=('[^']*'|"[^"]*"|\S*)/gm)
  return [...found].map(([, setting = '', value = '']) => [setting, value.replace(/^(['"])(.*)\1$/, '$2')])
}

const app = pairsOf(/\n {2}environment:\n([\s\S]*?)\n {2}depends_on:/.exec(compose)?.[1] ?? '')
const asked = new Set([...compose.matchAll(/(?<!\$)\$\{([A-Z_\d]+)/g)].map(([, name = '']) => name))
const example = new Map(lines('deploy/.env.example'))

test('compose.yaml passes every setting on, and nothing else', () => {
  // The image has its own; between its processes and their database is no pooler, and the archive is of the embedded one.
  const elsewhere = ['PORT', 'HOST', 'DATABASE_POOLER', 'ARCHIVE', 'ARCHIVE_KEEP', 'ARCHIVE_SECONDS']
  expect([...app.keys(), ...elsewhere].sort()).toEqual(SETTING_NAMES.toSorted())
})

test('what compose.yaml asks for is in .env.example, and nothing else', () => {
  expect([...example.keys()].sort()).toEqual([...asked].sort())
})

test('the values of the examples are understood by the server', () => {
  const given = new Map([...example].map(([name, value]) => [name, value || 'Some1where']))
  const filled = [...app].map(([name, value]) => [
    name,
    value.replace(/\$\{([A-Z_\d]+)[^}]*\}/g, (_, one) => given.get(one) ?? ''),
  ])
  const settings = readSettings(Object.fromEntries(filled))
  expect(settings).toMatchObject({
    COLLEGE_TIMEZONE: 'Asia/Karachi',
    AUDIT_KEEP: 10,
    BACKUP_AT: '02:30',
    METRICS_PORT: 9464,
  })
  const college = lines('deploy/college.env')
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(college.map(([name]) => name)))
  expect(() => readSettings(Object.fromEntries(college))).not.toThrow()
})

test('each way to start takes one arena of memory: hashing passwords would leave 40 MB in every other one', () => {
  const { start, demo } = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts
  const ways = [start, demo, read('deploy/clinical-elog@.service'), read('deploy/Containerfile')]
  for (const way of ways) expect(way).toMatch(/\bMALLOC_ARENA_MAX=1\b/)
})

test('each setting is in the table of the README', () => {
  const table = /## Settings\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? ''
  expect(SETTING_NAMES.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('the superuser’s password is known to the database alone, and the file of passwords goes nowhere', () => {
  expect(compose.match(/^.*(?=: .*DB_SUPERUSER_PASSWORD)/gm)).toEqual(['      POSTGRES_PASSWORD'])
  expect(read('.gitignore').split('\n')).toContain('deploy/.env')
  expect(read('.dockerignore').split('\n')).toContain('**/.env')
})

const analyzer = '/usr/bin/systemd-analyze'
const hasAnalyzer = existsSync(analyzer)
if (!hasAnalyzer) process.stderr.write('how far the service is shut off: left out, since there is no systemd-analyze\n')

test.runIf(hasAnalyzer)('the service may do little beside its work', () => {
  const service = join(import.meta.dirname, '../../../deploy/clinical-elog@.service')
  // Tenths; a unit that is open to everything has a hundred.
  const given = ['security', '--offline=yes', '--no-pager', '--threshold=15', service]
  const { status, stdout } = spawnSync(analyzer, given, { encoding: 'utf8' })
  expect([status, stdout.split('\n').findLast((line) => line.includes('exposure'))]).toEqual([
    0,
    expect.stringContaining('Overall exposure level'),
  ])
})
