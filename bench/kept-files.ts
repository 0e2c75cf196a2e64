import type { BrowserContext } from '@playwright/test'
import { settle, visit } from './browsing.ts'
import { type Result, told } from './report.ts'
import { fetchCompressed } from './weight.ts'

/** Weighs what a worker has put on the device of somebody of this role, as it was transferred. */
export async function weighKept(context: BrowserContext, origin: string, role: string): Promise<Result> {
  const kept = await visit(context, { url: `${origin}/dashboard`, selector: 'main' }, async (page) => {
    await settle(page)
    return page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
      const requests = await Promise.all(caches.map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  })
  const port = Number(new URL(origin).port)
  let bytes = 0
  for (const path of kept) bytes += (await fetchCompressed(port, path)).bytes
  return told(`kept on the device of a ${role}: kB`, bytes / 1000, `${kept.length} files`)
}
