import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../db/open.ts'
import { startEmbedded } from '../../machine/embedded.ts'

const PASSWORD = 'Sealed-1-and-only'
let directory: string
let child: ChildProcess | undefined

beforeEach(() => {
  directory = mkdtempSync('/tmp/elog-trail-')
  chmodSync(directory, 0o755)
})
afterEach(async () => {
  await stop()
  rmSync(directory, { recursive: true, force: true })
})

function run(script: string, ...args: string[]) {
  const environment = { PORT: '0', DATA_DIR: directory, DATABASE_URL: '', ADMIN_PASSWORD: PASSWORD }
  const started = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (part: Buffer) => {
      text += part
    })
  return { started, said: () => text }
}

async function serve(): Promise<() => string> {
  const { started, said } = run('server/main.ts')
  child = started
  await expect.poll(said, { timeout: 40_000 }).toContain('is ready at')
  return said
}

async function stop(): Promise<void> {
  const running = child
  child = undefined
  if (!running || running.exitCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

async function check(...args: string[]): Promise<{ status: number; lines: string[] }> {
  const { started, said } = run('server/trail-check.ts', ...args)
  const [status] = await once(started, 'close')
  return { status, lines: said().trim().split('\n') }
}

const heads = () => readFileSync(join(directory, 'trail-heads.log'), 'utf8').trim().split('\n')

/** Changes the trail as somebody can who has the database's files: he is its owner. */
async function tamper(...statements: string[]): Promise<void> {
  const { host, port, user, database, stop: end } = await startEmbedded(directory)
  const { pool, close } = connect({ host, port, user, database, max: 1 })
  try {
    for (const statement of ['set session_replication_role = replica', ...statements]) await pool.query(statement)
  } finally {
    await close()
    await end()
  }
}

test('the server seals and notes the head; the check works beside it and without it', async () => {
  expect(await check()).toEqual({
    status: 2,
    lines: [`The audit trail can't be checked: there is no database in ${directory}`],
  })

  await serve()
  expect((await check()).lines).toEqual([
    '0 rows; 0 seals; 0 heads from outside the database.',
    'The audit trail is whole.',
  ])
  await stop()
  await tamper(
    `insert into audit (actor_name, action, entity, entity_id) values ('A', 'create', 'task', 1), ('B', 'create', 'task', 2)`,
  )

  // The first round of the next start seals what was left.
  const next = await serve()
  await expect.poll(next, { timeout: 20_000 }).toContain('the audit trail is sealed')
  // The log says it first.
  await expect.poll(heads).toEqual([expect.stringMatching(/^\S+Z seal 1 [0-9a-f]{64}$/)])
  expect(statSync(join(directory, 'trail-heads.log')).mode & 0o777).toBe(0o600)
  expect(await check()).toEqual({
    status: 0,
    lines: ['2 rows; 1 seal; 1 head from outside the database.', 'The audit trail is whole.'],
  })
  await stop()
  expect((await check()).status).toBe(0)

  await tamper('update audit set actor_name = null where id = 2')
  const changed = await check()
  expect(changed.status).toBe(1)
  expect(changed.lines[0]).toMatch(/^Row 2 was changed/)

  // Even a chain that begins anew does not hide it, neither here nor from a copy kept elsewhere.
  const copy = join(directory, 'copy.log')
  cpSync(join(directory, 'trail-heads.log'), copy)
  await tamper('delete from audit_seals')
  await serve()
  await expect.poll(heads, { timeout: 20_000 }).toHaveLength(2)
  expect(await check()).toMatchObject({
    status: 1,
    lines: [
      expect.stringMatching(/^Seal 1 is not the one/),
      expect.anything(),
      'The audit trail is not whole: 1 finding.',
    ],
  })
  await stop()
  rmSync(join(directory, 'trail-heads.log'))
  expect((await check()).lines).toContainEqual(expect.stringMatching(/trail-heads\.log is missing/))
  appendFileSync(copy, 'seal what\n')
  const compared = await check(copy)
  expect(compared.lines.slice(0, 2)).toEqual([
    `${copy}: line 2 says no head.`,
    expect.stringMatching(/^Seal 1 is not the one/),
  ])
}, 120_000)
