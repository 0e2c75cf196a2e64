import { chmodSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { bucketPlace } from '../../backup/archive/bucket-place.ts'
import { directoryPlace, namesIn } from '../../backup/archive/place.ts'
import { newKeyPair } from '../../offsite/keys.ts'
import { scratch } from '../../testing/backups.ts'
import { servedBucket } from '../../testing/bucket.ts'
import { run } from '../../testing/commands.ts'
import { freePort, type Product, signIn, startProduct } from '../../testing/product.ts'

const LIMIT = { timeout: 300_000 }
const patient = { timeout: 90_000, interval: 100 }
/** Seconds, a thirtieth of the product's own: no more than two and a half times as much is lost. */
const EVERY = 4
const MOST_LOST_MS = EVERY * 2.5 * 1000
const addressOf = await servedBucket()

const running: Product[] = []
afterEach(async () => {
  for (const product of running.splice(0)) await product.end('SIGKILL')
})

async function start(environment: Record<string, string>): Promise<Product> {
  const product = await startProduct({ ARCHIVE: 'on', ARCHIVE_SECONDS: String(EVERY), ...environment })
  running.push(product)
  return product
}

/** A process and all below it. */
function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [{ pid: Number(name), parent: Number(parent) }]
      } catch {
        return []
      }
    })
  const below = (of: number): number[] => [
    of,
    ...parents.filter(({ parent }) => parent === of).flatMap((one) => below(one.pid)),
  ]
  return below(pid)
}

async function killAll(product: Product): Promise<void> {
  for (const pid of treeOf(product.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
  await expect.poll(() => product.isRunning()).toBe(false)
  running.splice(0)
}

async function namesOf(base: string): Promise<string[]> {
  const answer = await fetch(`${base}/departments?per_page=500`, { headers: await signIn(base) })
  return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

/** Makes departments until the server is gone. @returns each with when it was acknowledged */
async function write(base: string, headers: Record<string, string>, prefix: string) {
  const acknowledged: { name: string; at: number }[] = []
  for (let n = 0; ; n += 1) {
    const name = `${prefix} ${n}`
    const body = JSON.stringify({ name })
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    const answer = await fetch(`${base}/departments`, sent).catch(() => undefined)
    if (!answer) return acknowledged
    await answer.arrayBuffer().catch(() => undefined)
    if (answer.status === 201) acknowledged.push({ name, at: Date.now() })
    await sleep(100)
  }
}

const scratches = () => {
  const made = [scratch(), scratch()] as const
  for (const place of made) chmodSync(place, 0o777)
  return made
}

test(
  'with everything killed in the middle of it, nothing acknowledged before the last minutes is lost; a damaged segment is named',
  LIMIT,
  async () => {
    const [top, BACKUP_DIR] = scratches()
    for (const round of [1, 2]) {
      const product = await start({ DATA_DIR: join(top, 'college'), BACKUP_DIR })
      const headers = await signIn(product.base)
      if (round === 1) await expect.poll(product.said, patient).toContain('a base was archived')
      const writing = write(product.base, headers, `Round ${round}`)
      await sleep(16_000 + round * 1_700)
      const killed = Date.now()
      await killAll(product)
      const lost = await writing
      const DATA_DIR = join(top, `restored ${round}`)
      const restored = await run('restore', { DATA_DIR, BACKUP_DIR }, '--until', 'latest')
      expect(restored.status, restored.said).toBe(0)
      const found = await start({ DATA_DIR, ARCHIVE: 'off' })
      const names = new Set(await namesOf(found.base))
      const old = lost.filter(({ at }) => at < killed - MOST_LOST_MS)
      expect(old.length).toBeGreaterThan(5)
      expect(old.filter(({ name }) => !names.has(name))).toEqual([])
      expect(await found.end('SIGTERM')).toEqual([0, null])
      running.splice(0)
    }

    const archive = join(BACKUP_DIR, 'archive')
    const [id = ''] = readdirSync(join(archive, 'installations'))
    const sealedTo = await newKeyPair()
    const keyFile = join(top, 'key.txt')
    writeFileSync(keyFile, `# from the paper\n${sealedTo.identity}\n`, { mode: 0o644 })
    const keys = { recipients: [sealedTo.recipient], identities: [sealedTo.identity] }
    const address = addressOf('college')
    const sealed = bucketPlace({ address, keys, folder: 'archive', scratch: scratch() })
    const plain = directoryPlace(BACKUP_DIR, 'archive')
    for (const name of await namesIn(plain, '')) await sealed.put(name, { path: join(archive, name) })
    const elsewhere = { DATA_DIR: join(top, 'elsewhere'), BACKUP_URL: address }
    const other = join(top, 'other.txt')
    writeFileSync(other, (await newKeyPair()).identity, { mode: 0o644 })
    const closed = await run('restore', elsewhere, '--until', 'latest', '--key-file', other)
    expect([closed.status, closed.said]).toEqual([1, expect.stringContaining('holds no archive that the key opens')])
    const opened = await run('restore', elsewhere, '--until', 'latest', '--key-file', keyFile)
    expect(opened.status, opened.said).toBe(0)

    const stored = readdirSync(join(archive, id, 'log')).sort()
    const damaged = stored.at(-3) ?? ''
    writeFileSync(join(archive, id, 'log', damaged), 'rotten')
    const refused = await run(
      'restore',
      { DATA_DIR: join(top, 'late'), BACKUP_DIR, COLLEGE_TIMEZONE: 'UTC' },
      '--until',
      'latest',
    )
    expect(refused.status).toBe(1)
    expect(refused.said).toContain(
      `the segment ${damaged.slice(0, 24)} of the log is damaged or missing: restore until `,
    )
    const [, until = ''] = /restore until (.*) at the latest/.exec(refused.said) ?? []
    const early = await run(
      'restore',
      { DATA_DIR: join(top, 'early'), BACKUP_DIR, COLLEGE_TIMEZONE: 'UTC' },
      '--until',
      until,
    )
    expect(early.status, early.said).toBe(0)
  },
)

test(
  'a place that is away is told, the spool lets go before the disk fills, and a base begins anew',
  LIMIT,
  async () => {
    const [top, place] = scratches()
    const BACKUP_DIR = join(place, 'mount', 'backups')
    const environment = { DATA_DIR: join(top, 'college'), BACKUP_DIR, PORT: String(await freePort()) }
    const full = await start({ ...environment, DISK_RESERVE: '9999999GB,1%' })
    await expect.poll(full.said, patient).toContain('the log was let go')
    const concerns = async (base: string) => {
      const { concerns: found = [] } = (await (await fetch(`${base}/health`)).json()) as { concerns?: string[] }
      return found
    }
    await expect.poll(() => concerns(full.base), patient).toContain('archive-late')
    const spool = join(top, 'college/postgres/archive_spool')
    expect(readdirSync(spool).filter((name) => /^[0-9A-F]{24}$/.test(name))).toEqual([])
    expect(await full.end('SIGTERM')).toEqual([0, null])
    running.splice(0)

    renameSync(scratches()[0], join(place, 'mount'))
    const again = await start(environment)
    await expect.poll(again.said, patient).toContain('a base was archived')
    await expect.poll(() => concerns(again.base), patient).not.toContain('archive-late')
  },
)

test(
  'into a bucket it goes sealed, from the making of the key on paper on, which alone opens it elsewhere',
  LIMIT,
  async () => {
    const [top] = scratches()
    const BACKUP_URL = addressOf('from-the-server')
    const product = await start({ DATA_DIR: join(top, 'college'), BACKUP_URL, ARCHIVE: '' })
    const headers = { ...(await signIn(product.base)), 'content-type': 'application/json' }
    await expect.poll(() => readdirSync(join(top, 'college/postgres/archive_spool')), patient).toContain('letting-go')
    const made = await fetch(`${product.base}/settings/backup-key`, {
      method: 'POST',
      headers,
      body: '{"replaces":null}',
    })
    const { data } = (await made.json()) as { data: { credential: string } }
    expect(made.status, JSON.stringify(data)).toBe(200)
    await expect.poll(product.said, patient).toContain('a base was archived')
    const body = JSON.stringify({ name: 'Ophthalmology' })
    expect((await fetch(`${product.base}/departments`, { method: 'POST', headers, body })).status).toBe(201)
    await sleep(MOST_LOST_MS)
    await killAll(product)
    const keyFile = join(top, 'key.txt')
    writeFileSync(keyFile, data.credential, { mode: 0o644 })
    const DATA_DIR = join(top, 'elsewhere')
    const restored = await run('restore', { DATA_DIR, BACKUP_URL }, '--until', 'latest', '--key-file', keyFile)
    expect(restored.status, restored.said).toBe(0)
    const found = await start({ DATA_DIR, ARCHIVE: 'off' })
    expect(await namesOf(found.base)).toContain('Ophthalmology')
  },
)
