import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPages } from '../../testing/built.ts'
import { findProgram, missingText } from '../../testing/programs.ts'

const LIMIT = 40 * 60_000
const root = join(import.meta.dirname, '../../..')
const chromium = findProgram('chromium')
if (!chromium) process.stderr.write(`the journeys in Debian's Chromium: left out, since ${missingText('chromium')}\n`)

test.runIf(chromium)(
  'every journey passes in Debian’s Chromium too, which shows PDFs',
  async () => {
    buildPages()
    const { LD_LIBRARY_PATH: libraries = '' } = chromium?.env ?? {}
    const browser = { CHROMIUM_PATH: chromium?.path, CHROMIUM_LIBRARY_PATH: libraries }
    const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts']
    const child = spawn(process.execPath, [...args, '--reporter', 'list', '--output', 'test-results/debian'], {
      cwd: root,
      env: { ...process.env, ...browser, NODE_ENV: 'production', LONG_JOURNEYS: 'yes' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const told: string[] = []
    child.stdout.on('data', (text) => told.push(String(text)))
    const [status] = await once(child, 'exit')
    const end = told.join('').slice(-4000)
    expect(status, end).toBe(0)
    expect(end).toMatch(/\d+ passed/)
  },
  LIMIT,
)
