import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openBrowser } from './browsing.ts'
import type { College } from './college.ts'
import { ROOT, startBarePages, startProduct } from './processes.ts'
import { loadScreens, type ScreensCollege } from './screens-college.ts'

/** As much of a list as fills a screen. */
export const ROWS = 'main table tbody tr:nth-child(20)'
export const CHOICES = '[role=dialog] li:nth-child(20) [data-choice]'

export interface OpenedScreens extends ScreensCollege {
  browser: Browser
  origin: string
  /** The address of the bare pages. */
  bare: string
  sessionsUrl: string
  /** A register of today that nobody takes. */
  registerId: number
  /** Over the list of sessions. */
  registerUrl: (id: number) => string
  studentsUrl: string
}

/** Opens all that screens are measured with, for as long as the work takes. */
export async function withScreens<T>(college: College, work: (opened: OpenedScreens) => Promise<T>): Promise<T> {
  const closing: (() => Promise<unknown>)[] = []
  async function open<One>(opening: Promise<One>, close: (one: One) => Promise<unknown>): Promise<One> {
    const one = await opening
    closing.unshift(() => close(one))
    return one
  }
  try {
    const loaded = await open(loadScreens(college), (one) => one.close())
    const environment = { DATABASE_URL: loaded.url, COLLEGE_TIMEZONE: 'UTC' }
    const data = { DATA_DIR: join(college.directory, 'screens') }
    const product = await open(startProduct({ ...environment, ...data }), (one) => one.stop())
    const origin = `http://127.0.0.1:${product.port}`
    const bare = { directory: buildBarePages(college.directory), headers: await safetyHeadersOf(origin) }
    const pages = await open(startBarePages(bare), (one) => one.stop())
    const browser = await open(openBrowser(), (one) => one.close())
    const { departmentId, groupId } = loaded.of.faculty
    const filter = `department_id=${departmentId}&batch_id=${loaded.batchId}&group_id=${groupId}`
    const sessionsUrl = `${origin}/attendance?${filter}&fetched=yes`
    return await work({
      ...loaded,
      browser,
      origin,
      bare: `http://127.0.0.1:${pages.port}`,
      sessionsUrl,
      registerId: await loaded.freshRegister(),
      registerUrl: (id) => `${sessionsUrl}&modal=take&id=${id}`,
      studentsUrl: `${origin}/students?batch=${loaded.batchId}`,
    })
  } finally {
    for (const close of closing) await close()
  }
}

/**
 * Returns the headers of the product's pages that tell a browser to refuse things: with one of them it begins a
 * process, whatever is in the page.
 */
async function safetyHeadersOf(origin: string): Promise<Record<string, string>> {
  const { headers } = await fetch(`${origin}/login`)
  return Object.fromEntries([...headers].filter(([name]) => /policy|^x-|^origin-/.test(name)))
}

/** Builds the pages in a process of its own: what a build sets in its environment stays there. */
export function buildBarePages(directory: string): string {
  const out = join(directory, 'pages')
  const build = join(ROOT, 'scripts/build.js')
  const options = [join(import.meta.dirname, 'pages'), '--outDir', out, '--emptyOutDir', '--logLevel', 'error']
  const { status } = spawnSync(process.execPath, [build, ...options], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error('The bare pages could not be built')
  return out
}
