import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedBucket } from '../../testing/bucket.ts'
import { buildPages } from '../../testing/built.ts'
import { checkShipped } from '../../testing/nginx.ts'
import { soon } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'
import { keepRecording } from '../../testing/recording.ts'
import { type Several, startSeveral } from '../../testing/several.ts'

/** The times that a process is ended or killed; after every fifth time the database is restarted too. */
const ROUNDS = Number(process.env.ROUNDS ?? 30)
/** Fewer than a student may hand in within a day. */
const HANDED_IN_A_DAY = 1_900
const LIMIT = 60_000 + ROUNDS * 20_000
const nginx = findProgram('nginx')
const bucketUrl = await servedBucket()
let several: Several

if (!nginx) process.stderr.write(`several processes: left out, since ${missingText('nginx')}\n`)

beforeAll(async () => {
  if (nginx) several = await startSeveral(nginx, bucketUrl('several'))
}, 90_000)
afterAll(() => several?.close(), 90_000)

test.runIf(nginx)(
  `${ROUNDS} ends and kills refuse nobody; nothing acknowledged is lost or doubled`,
  {
    timeout: LIMIT,
  },
  async () => {
    const { outside, opened, base } = several
    const writing = await keepRecording(base, opened.db, Math.min(200 + ROUNDS * 100, HANDED_IN_A_DAY))
    const busy = () => writing.statuses.get(503) ?? 0
    for (let round = 1; round <= ROUNDS; round += 1) {
      await writing.more()
      const before = busy()
      const signal = round % 2 === 0 ? 'SIGKILL' : 'SIGTERM'
      const ended = await several.renew(randomInt(3), signal)
      expect(ended).toEqual(signal === 'SIGTERM' ? [0, null] : [null, 'SIGKILL'])
      await writing.more()
      expect(busy(), `refused while a process ended by ${signal} in round ${round}`).toBe(before)
      if (round % 5 !== 0) continue
      await outside.stop(round % 10 === 0 ? 'immediate' : 'fast')
      await expect.poll(busy, soon).toBeGreaterThan(before)
      await outside.start()
      // Refusals of the others for the database's sake are not the next process's doing.
      const refusedMeanwhile = async () => {
        const sofar = busy()
        await writing.more()
        return busy() - sofar
      }
      await expect.poll(refusedMeanwhile, soon).toBe(0)
    }
    await writing.more()
    await writing.end()
    expect(writing.unanswered()).toBe(0)
    expect(writing.odd).toEqual([])
    expect([...writing.statuses.keys()].sort()).toEqual([201, 503])
    expect(several.running()).toEqual([true, true, true])
    expect(await writing.wrong(opened.db)).toEqual([])
    process.stdout.write(
      `${ROUNDS} rounds; acknowledged ${writing.count()}; answers ${JSON.stringify([...writing.statuses])}\n`,
    )
  },
)

test.runIf(nginx)('the configuration that we ship is one, TLS included', () => {
  const { directory } = several
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=elog.college.example'],
    ...['-keyout', key, '-out', certificate],
  ])
  expect(made.status, 'openssl is needed for a certificate').toBe(0)
  const args = checkShipped(join(directory, 'nginx'), certificate, key)
  const said = spawnSync(nginx?.path ?? '', args, { encoding: 'utf8', env: { ...process.env, ...nginx?.env } })
  expect(said.stderr).toContain('test is successful')
  // nginx of 1.25.1 and newer would have it in two lines, which an older one refuses.
  const isBorne = (line: string) => line.includes('the "listen ... http2" directive is deprecated')
  expect(said.stderr.split('\n').filter((line) => line.includes('[warn]') && !isBorne(line))).toEqual([])
})

test.runIf(nginx)(
  'journeys in the browser go well while one process after the other is ended',
  { timeout: 600_000 },
  async () => {
    if (!nginx) return
    buildPages()
    const demo = await startSeveral(nginx, bucketUrl('journeys'), '--demo')
    try {
      const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/several.config.ts']
      const env = { ...process.env, E2E_SEVERAL_URL: new URL('/', demo.base).origin, E2E_TIMEZONE: 'Asia/Karachi' }
      const journeys = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [journeys.stdout, journeys.stderr])
        stream.on('data', (chunk) => {
          said += chunk
        })
      const ended = once(journeys, 'close')
      let turns = 0
      for (; journeys.exitCode === null; turns += 1) {
        await demo.renew(turns % 3, 'SIGTERM')
        await Promise.race([sleep(3_000), ended])
      }
      expect(await ended, said).toEqual([0, null])
      expect(turns).toBeGreaterThan(2)
    } finally {
      await demo.close()
    }
  },
)
