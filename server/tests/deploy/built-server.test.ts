import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { inSources } from '../../core/source-places.ts'
import { startInstalled } from '../../testing/product.ts'

const BUILT = 'dist/server'

test('npm start runs the built server, and reads no source of it', async () => {
  const place = mkdtempSync(join(tmpdir(), 'clinical-elog-built-'))
  mkdirSync(join(place, 'coverage'))
  // Root gives its rights up.
  for (const path of [place, join(place, 'coverage')]) chmodSync(path, 0o777)
  const product = await startInstalled(
    { script: 'scripts/start.js' },
    { DATA_DIR: join(place, 'data'), NODE_V8_COVERAGE: join(place, 'coverage') },
  )
  expect((await fetch(`${product.base}/health`)).status).toBe(200)
  expect((await fetch(`${product.base}/departments`)).status).toBe(401)
  await product.end('SIGTERM')
  type Coverage = { result: { url: string }[] }
  const read = readdirSync(join(place, 'coverage')).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(place, 'coverage', file), 'utf8')) as Coverage
    return result.map(({ url }) => url.replace(pathToFileURL(`${process.cwd()}/`).href, ''))
  })
  rmSync(place, { recursive: true, force: true })
  expect(read).toContain(`${BUILT}/main.js`)
  // An empty database is migrated by its sources.
  const sources = read.filter((url) => /^(?:server|shared)\//.test(url) && !url.includes('/migrations/'))
  expect(sources.filter((url) => !/^(?:server\/db|shared)\//.test(url))).toEqual([])
}, 60_000)

test('a place of an error in it is told as that of its source', () => {
  const placeOf = (file: string, text: string) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    const line = lines.findIndex((one) => one.includes(text))
    return { line: line + 1, column: (lines[line]?.indexOf(text) ?? 0) + 1 }
  }
  for (const [source, text] of [
    ['server/http/routes.ts', 'declares no permission`)'],
    ['server/files/care.ts', 'The bucket is silent.'],
    ['server/main.ts', 'Clinical eLog cannot start'],
  ] as const) {
    const file = readdirSync(BUILT)
      .filter((name) => name.endsWith('.js'))
      .find((name) => readFileSync(join(BUILT, name), 'utf8').includes(text))
    const built = join(process.cwd(), BUILT, file ?? '')
    const { line, column } = placeOf(built, text)
    const stack = `Error: it\n    at work (${pathToFileURL(built).href}:${line}:${column})\n    at node:fs:1:1`
    const told = `${pathToFileURL(join(process.cwd(), source)).href}:${placeOf(source, text).line}:`
    expect(inSources(stack)).toContain(told)
    expect(inSources(stack)).toContain('at node:fs:1:1')
  }
  const elsewhere = 'Error: it\n    at work (file:///tmp/dist/server/none.js:1:1)'
  expect(inSources(elsewhere)).toBe(elsewhere)
})
