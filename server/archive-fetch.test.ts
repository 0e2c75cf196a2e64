import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-fetch-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test.runIf(process.geteuid?.() === 0)('an archive that the new owner can’t read is told with the way out', async () => {
  chmodSync(directory, 0o755)
  mkdirSync(join(directory, 'archive'), { mode: 0o700 })
  const child = fork(join(import.meta.dirname, 'archive-fetch.ts'), {
    serialization: 'advanced',
    env: { PATH: process.env.PATH, BACKUP_DIR: directory },
  })
  child.send({ directory: join(directory, 'new'), account: { name: 'nobody', uid: 65_534, gid: 65_534 } })
  const [[{ failure }]] = await Promise.all([once(child, 'message'), once(child, 'close')])
  expect(failure).toContain(`${join(directory, 'archive', 'installations')} can't be read by the user nobody`)
  expect(failure).toContain('install -d -m 700 -o USER')
})
