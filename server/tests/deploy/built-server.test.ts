import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
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

test('a start reads nothing of Node that nobody asks for', async () => {
  const place = mkdtempSync(join(tmpdir(), 'clinical-elog-parts-'))
  chmodSync(place, 0o777)
  const [list, parts] = [join(place, 'list.cjs'), join(place, 'parts')]
  const write = `require('node:fs').writeFileSync(${JSON.stringify(parts)}, process.moduleLoadList.join('\\n'))`
  writeFileSync(list, `process.once('exit', () => ${write})`)
  const product = await startInstalled(
    { script: 'scripts/start.js' },
    { DATA_DIR: join(place, 'data'), NODE_OPTIONS: `--require ${list}` },
  )
  expect((await fetch(`${product.base}/health`)).status).toBe(200)
  await product.end('SIGTERM')
  const read = readFileSync(parts, 'utf8')
  rmSync(place, { recursive: true, force: true })
  expect(read).toContain('NativeModule http\n')
  // Node's own fetch, which an import of node:http brings along.
  expect(read).not.toContain('deps/undici')
}, 60_000)

test('the thread that reads an imported file is built with all its libraries', async () => {
  const textOf = (name: string) => readFileSync(join(BUILT, name), 'utf8')
  const names = readdirSync(BUILT).filter((name) => name.endsWith('.js'))
  // Readers of former builds are there for servers that still run.
  const server = names.findLast((name) => textOf('main.js').includes(name) && textOf(name).includes('sheet-reader-'))
  const [reader = ''] = textOf(server ?? 'main.js').match(/sheet-reader-[\w-]+\.js/) ?? []
  const place = mkdtempSync(join(tmpdir(), 'clinical-elog-sheet-'))
  const path = join(place, 'sheet.csv')
  writeFileSync(path, 'Name,Phone\n"Ali, Ahmed",0300\n')
  const worker = new Worker(join(process.cwd(), BUILT, reader))
  worker.postMessage({ path, headings: ['name', 'phone'] })
  const [{ sheet }] = await once(worker, 'message')
  await worker.terminate()
  rmSync(place, { recursive: true })
  expect(sheet.rows).toEqual([{ line: 2, cells: ['Ali, Ahmed', '0300'], hasMore: false }])
  const parts = [reader, ...(textOf(reader).match(/sheet-reader-[\w-]+\.js/g) ?? [])]
  const asked = parts.flatMap((part) =>
    [...textOf(part).matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from),
  )
  expect(asked.filter((from) => !from?.startsWith('node:') && !from?.startsWith('./sheet-reader-'))).toEqual([])
})

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
