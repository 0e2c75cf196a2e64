import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'

test('stop() ends a database that hangs, and the next start works', { timeout: 60_000 }, async () => {
  const directory = mkdtempSync('/tmp/elog-hang-')
  chmodSync(directory, 0o755)
  const server = await startEmbedded(directory)
  const pid = Number.parseInt(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGSTOP')
  await server.stop()
  expect(existsSync(`/proc/${pid}/cwd`)).toBe(false)
  const next = await startEmbedded(directory)
  await next.stop()
  rmSync(directory, { recursive: true, force: true })
})
