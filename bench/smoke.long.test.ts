import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPages } from '../server/testing/built.ts'

const LIMIT = 15 * 60_000

test('every part of the bench ends well', { timeout: LIMIT }, () => {
  buildPages()
  // Its figures say nothing so, and are not looked at.
  const args = ['bench/run.ts', '--smoke']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    timeout: LIMIT,
  })
  expect(status, `${stdout}\n${stderr}`.slice(-4000)).toBe(0)
})
