import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { servedBucket } from '../../testing/bucket.ts'
import { buildPages } from '../../testing/built.ts'
import { outsideServer } from '../../testing/outside.ts'
import { type Product, signIn, startInstalled } from '../../testing/product.ts'

const LIMIT = 300_000
const ROOT = join(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
/** The files that the last stage of deploy/Containerfile copies. */
const RUN_TIME = [
  ...(
    read('deploy/Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  ).matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm),
]
  .flatMap(([, names = '']) => names.split(' '))
  .map((name) => name.replace('/opt/clinical-elog/', ''))
const NOBODY = 65_534
const BUILDER = 65_533
const bucketUrl = await servedBucket()
let directory = ''
let closing: (() => unknown)[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-deploy-'))
  chmodSync(directory, 0o755)
  closing.push(() => rmSync(directory, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
}, LIMIT)

interface RunAs {
  uid?: number
  env?: Record<string, string>
}

function run(command: string, args: string[], cwd: string, { uid, env }: RunAs = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}

/** Reads every module of the server but the commands, which would run: one that needs what is not installed fails. */
const READ_ALL = `
import { globSync } from 'node:fs'
const commands = /^server\\/(?:main|backup|restore|db-move|trail-check|testing\\/.*|.*\\.(?:test|fixture|permissions|walks)|(?:documents|http)\\/.*worker|backup\\/reader)\\.ts$/
for (const path of globSync('server/**/*.ts')) if (!commands.test(path)) await import('./' + path)
process.stdout.write('read')
process.exit(0)
`

/** An installation without what builds and tests. */
function install(...omitted: string[]): string {
  buildPages()
  const place = join(directory, 'app')
  mkdirSync(place)
  for (const name of RUN_TIME) cpSync(join(ROOT, name), join(place, name), { recursive: true })
  run('npm', ['ci', '--omit=dev', ...omitted], place)
  writeFileSync(join(place, 'read-all.mjs'), READ_ALL)
  expect(run(process.execPath, ['read-all.mjs'], place)).toBe('read')
  return place
}

async function expectToWork({ base }: Product): Promise<void> {
  const headers = await signIn(base)
  expect((await fetch(new URL('/login', base))).status).toBe(200)
  expect((await fetch(`${base}/ready`)).status).toBe(200)
  const form = new FormData()
  form.set('title', 'Guide')
  form.set('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'guide.pdf')
  const made = await fetch(`${base}/departments`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Medicine' }),
  })
  const { data } = (await made.json()) as { data: { id: number } }
  form.set('department_id', String(data.id))
  const added = await fetch(`${base}/libraries`, { method: 'POST', headers, body: form })
  expect(added.status, await added.text()).toBe(201)
  const exported = await fetch(`${base}/students/export?format=xlsx`, { headers })
  expect(exported.status, exported.status === 200 ? '' : await exported.text()).toBe(200)
}

/** The commands by which docs/running.md has a user of its own build an installation, the first one and each upgrade. */
const STEPS = [
  ...read('docs/running.md').matchAll(/^runuser -u elog-build -- sh -c "\n[^"]+\n +(cd \$new && [^"]+)" &&$/gm),
].map(([, steps = '']) => steps)
/** The program and arguments that deploy/clinical-elog@.service starts. */
const [, PROGRAM = '', WORDS = ''] =
  /^ExecStart=\/opt\/clinical-elog\/(\S+) (.+)$/m.exec(read('deploy/clinical-elog@.service')) ?? []

test('an installation by the steps of docs/running.md runs as in the service, as a user who cannot write it', {
  timeout: 2 * LIMIT,
}, async () => {
  expect(STEPS).toHaveLength(2)
  expect(STEPS[1]).toBe(STEPS[0])
  const [place, link] = [join(directory, 'clinical-elog-2026-11-25'), join(directory, 'clinical-elog')]
  const [dataDir, cache] = [join(directory, 'data'), join(directory, 'cache')]
  const files = run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], ROOT).split('\0')
  for (const name of files.filter((one) => one !== '')) cpSync(join(ROOT, name), join(place, name))
  symlinkSync(place, link)
  const isRoot = process.geteuid?.() === 0
  const home = join(directory, 'builder')
  mkdirSync(home)
  if (isRoot) run('chown', ['-R', `${BUILDER}:${BUILDER}`, place, home], directory)
  run('sh', ['-c', STEPS[0] ?? ''], directory, {
    env: { new: place, HOME: home, npm_config_cache: join(home, 'npm') },
    ...(isRoot ? { uid: BUILDER } : {}),
  })
  if (isRoot) run('chown', ['-R', '--no-dereference', 'root:root', place], directory)
  for (const one of [dataDir, cache]) {
    mkdirSync(one, { mode: 0o700 })
    if (isRoot) chownSync(one, NOBODY, NOBODY)
  }
  if (!isRoot) {
    run('chmod', ['-R', 'a-w', place], directory)
    closing.push(() => run('chmod', ['-R', 'u+w', place], directory))
  }
  const [script = '', ...options] = WORDS.split(' ')
  const product = await startInstalled(
    { cwd: link, node: join(link, PROGRAM), script, ...(isRoot ? { uid: NOBODY } : {}) },
    { DATA_DIR: dataDir, NODE_COMPILE_CACHE: cache },
    ...options,
  )
  closing.push(() => product.end('SIGKILL'))
  await expectToWork(product)
  expect(product.said()).not.toMatch(/WARNING|Building/)
  expect(await product.end('SIGTERM')).toEqual([0, null])
  expect(readdirSync(cache)).toHaveLength(1)
})

test('“npm ci --omit=dev” and what was built are an installation', { timeout: LIMIT }, async () => {
  const place = install()
  const product = await startInstalled(
    { cwd: place, script: 'scripts/start.js', node: join(place, 'node_modules/node/bin/node') },
    { DATA_DIR: join(directory, 'data') },
  )
  closing.push(() => product.end('SIGKILL'))
  await expectToWork(product)
  expect(await product.end('SIGTERM')).toEqual([0, null])
})

test('without the optional packages it is one for a PostgreSQL server and a bucket, as in the container', {
  timeout: LIMIT,
}, async () => {
  const place = install('--omit=optional')
  const outside = await outsideServer()
  closing.push(outside.close)
  const settings = { DATA_DIR: join(directory, 'data'), DATABASE_URL: outside.url, FILES_URL: bucketUrl('deploy') }
  const product = await startInstalled({ cwd: place, script: 'scripts/start.js' }, settings)
  closing.push(() => product.end('SIGKILL'))
  await expectToWork(product)
  expect(await product.end('SIGTERM')).toEqual([0, null])
})
