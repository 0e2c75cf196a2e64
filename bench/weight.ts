import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { SCREENS } from '../web/screens.ts'
import { ROOT, type RunningServer } from './processes.ts'
import { atMost, type Result } from './report.ts'

interface PageLimit {
  path: string
  /** The most it may weigh in kB. */
  most: number
  /** The names of the parts that its route loads on demand. */
  parts: string[]
}

/** The sign-in page, the check of a document, and every screen. */
const WEIGHED: PageLimit[] = [
  { path: '/login', most: 36, parts: [] },
  { path: '/verify/0', most: 190, parts: ['VerifyPage'] },
  ...SCREENS.flatMap(({ path, load }) => {
    const page = /(\w+Page)\.tsx/.exec(load.toString())?.[1]
    return page ? [{ path: path.replace(/:\w+/g, '1'), most: 190, parts: [page] }] : []
  }),
]

/** The most that a browser may have to read before a screen can be used, unpacked. */
const READ: PageLimit[] = [
  { path: '/dashboard', most: 380, parts: ['tiles'] },
  { path: '/attendance', most: 480, parts: ['AttendancePage', 'TakeAttendanceModal'] },
]

/** Builds the browser app when there is none. */
export function ensureBuilt(): void {
  if (existsSync(join(ROOT, 'dist/web/index.html'))) return
  const build = ['scripts/build.js', '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, build, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error('The browser app could not be built')
}

interface FetchedFile {
  text: string
  /** Bytes of the body as transferred. */
  bytes: number
}

/** An answer of the product, as it is sent to browsers. */
export async function fetchCompressed(port: number, path: string): Promise<FetchedFile> {
  const headers = { 'accept-encoding': 'br' }
  const { promise, resolve, reject } = Promise.withResolvers<FetchedFile>()
  get({ port, host: '127.0.0.1', path, headers }, async (answer) => {
    const body = await buffer(answer)
    if (answer.statusCode !== 200) return reject(new Error(`${path} answers ${answer.statusCode}`))
    const isBrotli = answer.headers['content-encoding'] === 'br'
    resolve({ text: (isBrotli ? brotliDecompressSync(body) : body).toString(), bytes: body.length })
  }).on('error', reject)
  return promise
}

interface Links {
  /** Files that the browser loads along with a file. */
  along: string[]
  /** Files that it loads on demand, each with those that have to be there first. */
  onDemand: { file: string; first: string[] }[]
}

const quoted = (text: string) => [...text.matchAll(/["'`]([^"'`]+)["'`]/g)].map((match) => `/${match[1]}`)

/** The links of a built chunk, as Vite writes them. */
function linksOf(path: string, text: string): Links {
  const beside = (name: string | undefined) => new URL(name ?? '', `http://x${path}`).pathname
  const listed = quoted(/\.f=\[([^\]]*)\]/.exec(text)?.[1] ?? '')
  const along = [...text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g)].map((match) => beside(match[1]))
  const demanded =
    /\bimport\(["'`](\.[^"'`]+\.js)["'`]\)(?:(?:(?!\bimport\().){0,200}?__vite__mapDeps\(\[([\d,]*)\]\))?/g
  const onDemand = [...text.matchAll(demanded)].map((match) => ({
    file: beside(match[1]),
    first: (match[2] ?? '').split(',').flatMap((index) => listed[Number.parseInt(index, 10)] ?? []),
  }))
  return { along, onDemand }
}

interface FileSize {
  /** Bytes as transferred. */
  bytes: number
  /** Bytes unpacked. */
  whole: number
}

/** The scripts and styles of a first visit, with their sizes, and the page where it has its styles within. */
async function visit(port: number, path: string, parts: string[]): Promise<Map<string, FileSize>> {
  const { text: page, bytes } = await fetchCompressed(port, path)
  const queue = [...page.matchAll(/(?:src|href|data-script)="(\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  const sizes = new Map<string, FileSize>(
    page.includes(' data-written ') ? [[path, { bytes, whole: Buffer.byteLength(page) }]] : [],
  )
  const missing = new Set(parts)
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (sizes.has(file)) continue
    const { text, bytes } = await fetchCompressed(port, file)
    sizes.set(file, { bytes, whole: Buffer.byteLength(text) })
    if (!file.endsWith('.js')) continue
    const { along, onDemand } = linksOf(file, text)
    queue.push(...along)
    for (const { file: demanded, first } of onDemand) {
      const part = parts.find((name) => demanded.includes(`/${name}-`))
      if (part === undefined) continue
      missing.delete(part)
      queue.push(demanded, ...first)
    }
  }
  if (missing.size > 0)
    throw new Error(`${path} loads no ${[...missing].join(', ')}: its route names the file that it does not load`)
  return sizes
}

const kilobytes = (sizes: Map<string, FileSize>, part: keyof FileSize, ending = '') =>
  [...sizes].reduce((sum, [file, size]) => (file.endsWith(ending) ? sum + size[part] : sum), 0) / 1000

const detailOf = (sizes: Map<string, FileSize>, part: keyof FileSize) =>
  `${kilobytes(sizes, part, '.js').toFixed(1)} kB scripts, ${kilobytes(sizes, part, '.css').toFixed(1)} kB styles in ${sizes.size} files`

/** Weighs the files that a browser without any transfers for a screen, compressed as the server sends them. */
export async function benchWeight({ port }: RunningServer): Promise<Result[]> {
  const results: Result[] = []
  for (const { path, most, parts } of WEIGHED) {
    const sizes = await visit(port, path, parts)
    results.push(atMost(most, `first visit of ${path}, kB`, kilobytes(sizes, 'bytes'), detailOf(sizes, 'bytes')))
  }
  for (const { path, most, parts } of READ) {
    const sizes = await visit(port, path, parts)
    results.push(atMost(most, `${path}, unpacked, kB`, kilobytes(sizes, 'whole'), detailOf(sizes, 'whole')))
  }
  return results
}
