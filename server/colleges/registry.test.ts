import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { slowStatements } from '../machine/observed.ts'
import { inCollege } from '../machine/of-college.ts'
import { readRegistry, SETTINGS_FILE } from './registry.ts'
import { readInstallation } from './settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-registry-'))
afterAll(() => rmSync(directory, { recursive: true }))
const installation = readInstallation({ COLLEGES_DIR: directory, PORT: '8080' })

function write(name: string, lines: Record<string, string>, mode = 0o600): void {
  const file = join(directory, name, SETTINGS_FILE)
  mkdirSync(join(directory, name), { recursive: true })
  const own = { COLLEGE_HOSTS: `${name}.example.org`, DATABASE_URL: `postgres://x@db/${name}` }
  writeFileSync(
    file,
    Object.entries({ ...own, ...lines })
      .map((line) => `${line.join('=')}\n`)
      .join(''),
  )
  chmodSync(file, mode)
}

test('a college has the settings of its file and no other; what two would share, the second may not', () => {
  write('a', { COLLEGE_NAME: '"A  of  all"', COLLEGE_HOSTS: 'A.example.org, nörth.example.org' })
  write('b-2', { COLLEGE_HOSTS: 'a.example.org' })
  write('c', { DATABASE_URL: 'postgres://other@db/a' })
  write('d', { COLLEGE_TIMEZONE: 'Europe/Berlin' })
  write('e', { PORT: '3000' })
  write('f', {}, 0o644)
  write('g', { SMTP_ULR: 'x' })
  write('.adding-h', {})
  write('i', { COLLEGE_HOSTS: 'no host' })
  const { colleges, byHost, unusable } = readRegistry(installation)
  expect([...byHost].map(([host, { name }]) => [host, name])).toEqual([
    ['a.example.org', 'a'],
    ['xn--nrth-5qa.example.org', 'a'],
  ])
  const { settings } = colleges.get('a') ?? {}
  expect(settings).toMatchObject({
    COLLEGE_NAME: 'A  of  all',
    PORT: 8080,
    PUBLIC_URL: 'https://a.example.org',
    DATA_DIR: join(directory, 'a'),
  })
  expect(settings?.given.has('BACKUP_DIR')).toBe(true)
  expect(Object.fromEntries(unusable.map(({ name, problem }) => [name, problem]))).toMatchObject({
    'b-2': expect.stringContaining('the host a.example.org is that of a'),
    c: expect.stringContaining('the database is that of a'),
    d: expect.stringContaining('COLLEGE_TIMEZONE is Europe/Berlin'),
    e: expect.stringContaining('PORT is not for a college'),
    f: expect.stringContaining('must be for its owner alone'),
    g: expect.stringContaining('there is no setting SMTP_ULR'),
    i: expect.stringContaining('which is no host'),
  })
})

test('a file that others may read since the last look is no college any more, and one again when it is mended', () => {
  write('r', {})
  const before = readRegistry(installation)
  expect(before.colleges.has('r')).toBe(true)
  chmodSync(join(directory, 'r', 'college.env'), 0o640)
  const opened = readRegistry(installation, before)
  expect(opened.colleges.has('r')).toBe(false)
  chmodSync(join(directory, 'r', 'college.env'), 0o600)
  expect(readRegistry(installation, opened).colleges.has('r')).toBe(true)
})

test('settings of one college are refused for the installation', () => {
  expect(() => readInstallation({ COLLEGES_DIR: 'x', DATABASE_URL: 'postgres://db/x' })).toThrow('DATABASE_URL is not')
  expect(() => readInstallation({ COLLEGES_DIR: 'x', COLLEGES_CONNECTIONS: '3' })).toThrow('COLLEGES_CONNECTIONS must')
})

test('what happens for a college is heard by that college alone', async () => {
  const heard: string[] = []
  const listen = (name: string) =>
    inCollege(name, () => slowStatements.listen(({ text }) => heard.push(`${name} ${text}`)))
  const ends = [listen('a'), listen('b'), slowStatements.listen(({ text }) => heard.push(`nobody ${text}`))]
  const tell = async (text: string) => {
    await Promise.resolve()
    slowStatements.tell({ ms: 1, text, failed: false })
  }
  await inCollege('a', () => tell('of a'))
  await tell('of none')
  for (const end of ends) end()
  expect(heard).toEqual(['a of a', 'nobody of none'])
})
