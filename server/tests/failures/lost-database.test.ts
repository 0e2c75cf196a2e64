import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { newKey } from '../../files/files.ts'

let directory: string
let database: string
let admin: pg.Client

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-lost-'))
  database = `elog_lost_${randomBytes(6).toString('hex')}`
  admin = new pg.Client(inject('cluster').config)
  await admin.connect()
  await admin.query(`create database ${database}`)
})
afterEach(async () => {
  await admin.query(`drop database if exists ${database} with (force)`)
  await admin.end()
  rmSync(directory, { recursive: true, force: true })
})

/** An address of the test cluster's database, also where the cluster is on a socket. */
function addressOf(name: string): string {
  const { connectionString, host, port, user } = inject('cluster').config
  const url = new URL(connectionString ?? `postgres://${user}@localhost:${port}/?host=${host}`)
  url.pathname = `/${name}`
  return url.href
}

/** Files of a while ago, which the sweep may look at. */
function putFiles(count: number): void {
  for (let n = 0; n < count; n += 1) {
    const path = join(directory, 'files/kept', newKey())
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'handed in')
    utimesSync(path, new Date(0), new Date(0))
  }
}
const keptFiles = () =>
  readdirSync(join(directory, 'files/kept'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())

/** Runs the real server until it ends by itself, or has swept: then it is ended. */
async function run(): Promise<{ code: number | null; said: string }> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: directory, DATABASE_URL: addressOf(database), FILES_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk
    if (said.includes('is ready at')) server.kill('SIGTERM')
  }
  server.stdout.on('data', listen)
  server.stderr.on('data', listen)
  const [code] = await once(server, 'exit')
  return { code, said }
}

test('a start beside its own database goes well, again and again; half-written uploads of a killed server go', async () => {
  const incoming = join(directory, 'files/incoming')
  expect((await run()).code).toBe(0)
  const name = readFileSync(join(directory, 'files/installation.txt'), 'utf8')
  expect(name).toMatch(/^[0-9a-f]{32}\n$/)
  mkdirSync(incoming)
  for (const upload of ['of-an-hour-ago', 'of-another-server'])
    writeFileSync(join(incoming, upload), 'half', { flag: 'wx' })
  const hour = new Date(Date.now() - 61 * 60 * 1000)
  utimesSync(join(incoming, 'of-an-hour-ago'), hour, hour)
  expect((await run()).code).toBe(0)
  expect(readdirSync(incoming)).toEqual(['of-another-server'])
  expect(readFileSync(join(directory, 'files/installation.txt'), 'utf8')).toBe(name)
}, 60_000)

test('a start beside the database of another installation is refused, naming both', async () => {
  expect((await run()).code).toBe(0)
  const name = readFileSync(join(directory, 'files/installation.txt'), 'utf8').trim()
  putFiles(3)
  await admin.query(`drop database ${database}`)
  await admin.query(`create database ${database}`)
  const { code, said } = await run()
  expect(code).toBe(1)
  expect(said).toMatch(
    new RegExp(`cannot start: the files belong to installation ${name} .*, this database to [0-9a-f]{32}`),
  )
  expect(keptFiles()).toHaveLength(3)
}, 60_000)

test('a start beside an empty database is refused, and every file stays', async () => {
  putFiles(30)
  const { code, said } = await run()
  expect(code).toBe(1)
  expect(
    said
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('Started as root')),
  ).toEqual([
    expect.stringMatching(/^Clinical eLog cannot start: .*files.* this database does not know.*installation\.txt/),
  ])
  expect(keptFiles()).toHaveLength(30)
  expect(readdirSync(join(directory, 'files'))).toEqual(['kept'])
}, 60_000)
