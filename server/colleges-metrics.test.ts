import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { SETTINGS_FILE } from './colleges/registry.ts'
import { readInstallation } from './colleges/settings.ts'
import { WatchedRegistry } from './colleges/watched.ts'
import { openCollegesMetrics } from './colleges-metrics.ts'
import { freePort } from './testing/product.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-figures-'))
for (const name of ['a', 'b']) {
  mkdirSync(join(directory, name))
  const lines = `COLLEGE_HOSTS=${name}.example.org\nDATABASE_URL=postgres://x@db/${name}\n`
  writeFileSync(join(directory, name, SETTINGS_FILE), lines, { mode: 0o600 })
}
const port = await freePort()
const installation = readInstallation({ COLLEGES_DIR: directory, METRICS_PORT: String(port) })
const logger = pino({ level: 'silent' })
const colleges = new WatchedRegistry(installation, logger)
const metrics = await openCollegesMetrics({ installation, colleges, logger })
afterAll(() => {
  metrics?.close()
  colleges.stop()
  rmSync(directory, { recursive: true })
})

/** The lines that are told, without those of the process. */
async function told(): Promise<string[]> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return text.split('\n').filter((line) => /^[a-z]/.test(line) && !/^(?:process|nodejs)_|kind="(?!disk-low)/.test(line))
}

const NONE = {
  copy: undefined,
  restoredAt: undefined,
  archive: undefined,
  copyRestoredAt: undefined,
  sealedAt: undefined,
  certificateEnd: undefined,
  heardAt: undefined,
}
const read = (name: string, at: number, free: number) => ({
  figures: {
    ...NONE,
    backup: { at, bytes: 5 },
    disks: [{ place: join(directory, name, 'files'), free, bytes: 100 }],
    concerns: name === 'b' ? (['disk-low'] as const) : [],
  },
  jobs: [{ kind: 'mail-case' as const, state: 'failed' as const, count: 2 }],
})

test('each college is told under its name, the disk once; a failed round and a wrong file are seen, a removed one is not', async () => {
  expect(await told()).toEqual([])
  metrics?.note('a', read('a', 7_000, 50))
  metrics?.note('b', read('b', 9_000, 40))
  metrics?.noteFailure('b')
  const lines = await told()
  expect(lines).toEqual(
    expect.arrayContaining([
      'college_up{college="a"} 1',
      'college_up{college="b"} 0',
      'backup_last_success_timestamp_seconds{college="a"} 7',
      'backup_last_success_timestamp_seconds{college="b"} 9',
      'concerns{college="a",kind="disk-low"} 0',
      'concerns{college="b",kind="disk-low"} 1',
    ]),
  )
  expect(lines.filter((line) => line.startsWith('disk_free'))).toEqual([`disk_free_bytes{place="${directory}"} 40`])
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('jobs{college="a",kind="mail-case",state="failed"} 2')

  writeFileSync(join(directory, 'a', SETTINGS_FILE), 'COLLEGE_HOSTS=\n')
  rmSync(join(directory, 'b'), { recursive: true })
  colleges.look()
  const later = await told()
  expect(later).toContain('college_up{college="a"} 0')
  expect(later).toContain('backup_last_success_timestamp_seconds{college="a"} 7')
  expect(later.filter((line) => line.includes('"b"'))).toEqual([])
})
