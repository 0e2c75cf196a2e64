import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { collegeNow } from '../machine/of-college.ts'
import { soon } from '../testing/product.ts'
import { HeldColleges } from './held.ts'
import { SETTINGS_FILE } from './registry.ts'
import { readInstallation } from './settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-held-'))
const events: string[] = []
let problem: Error | undefined
const write = (host: string) =>
  writeFileSync(join(directory, 'a', SETTINGS_FILE), `COLLEGE_HOSTS=${host}\nDATABASE_URL=postgres://x@db/a\n`, {
    mode: 0o600,
  })
mkdirSync(join(directory, 'a'))
write('a.example.org')
const held = new HeldColleges({
  // Nobody needs to wait a minute for a college to be idle.
  installation: { ...readInstallation({ COLLEGES_DIR: directory }), idleMinutes: 0 },
  logger: pino({ level: 'silent' }),
  open: async ({ name }) => {
    await Promise.resolve()
    if (problem) throw problem
    events.push(`${collegeNow()} opened ${name}`)
    return {
      handle: async () => void events.push(`${collegeNow()} called`),
      close: async () => void events.push(`${collegeNow()} closed`),
    }
  },
})
afterAll(async () => {
  await held.close()
  rmSync(directory, { recursive: true })
})

const enter = () => held.enter(held.nameAt('a.example.org') ?? '')
const seen = () => events.splice(0)

test('a college is opened by its first call, once, and closed when nobody calls it', async () => {
  const calls = await Promise.all([enter(), enter()])
  for (const { handle } of calls) handle({} as never, {} as never)
  expect(seen()).toEqual(['a opened a', 'a called', 'a called'])
  calls[0]?.leave()
  calls[0]?.leave()
  // The other call is still there at the next look.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(seen()).toEqual([])
  calls[1]?.leave()
  await expect.poll(seen, soon).toEqual(['a closed'])
  const again = await enter()
  expect(seen()).toEqual(['a opened a'])
  again.leave()
})

test('one whose file has changed is opened anew, and one that cannot be is tried again', async () => {
  write('a.example.org,b.example.org')
  await expect.poll(() => held.nameAt('b.example.org'), soon).toBe('a')
  await expect.poll(seen, soon).toEqual(['a closed'])
  problem = new Error('its database is away')
  await expect(enter()).rejects.toThrow('its database is away')
  problem = undefined
  // Not at once: each try costs the database a connection.
  await expect(enter()).rejects.toThrow('its database is away')
  await expect.poll(() => enter().then(({ leave }) => leave(), String), soon).toBeUndefined()
  expect(seen()).toContain('a opened a')
})
