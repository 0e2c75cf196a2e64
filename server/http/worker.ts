import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { madeOnce, prepare, sendPrepared } from './prepared.ts'

/** Made by the build: the files that only people of some roles need, with those roles. */
const ROLE_CODE = '../role-code.json'

/** An entry of the list of files that the worker keeps, as the build writes it. */
const ENTRY = /\{url:"([^"]+)",revision:(?:null|"\w*")\},?/g

/**
 * The service worker, which keeps the app's files on a device: those that the roles in its address can open (`?for=`), which
 * the page says (web/offline/page.ts). The list is no secret, and neither are the files.
 */
export function addWorker(app: FastifyInstance, directory: string): void {
  const file = join(directory, 'sw.js')
  if (!existsSync(file)) return
  const whole = readFileSync(file, 'utf8')
  const list = join(directory, ROLE_CODE)
  const roleCode: Record<string, string[]> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}

  const known = [...new Set(Object.values(roleCode).flat())].sort()
  const HEADERS = { 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' }
  const workerFor = madeOnce((key) => {
    const roles = key.split('.')
    const own = whole.replace(ENTRY, (entry, url) =>
      !roleCode[url] || roleCode[url].some((role) => roles.includes(role)) ? entry : '',
    )
    return prepare(Buffer.from(own), HEADERS)
  })
  const wholeWorker = madeOnce(() => prepare(Buffer.from(whole), HEADERS))

  app.get<{ Querystring: { for?: string | string[] } }>('/sw.js', { exposeHeadRoute: true }, async (request, reply) => {
    const { for: roles } = request.query
    if (roles === undefined) return sendPrepared(await wholeWorker(''), request, reply)
    // Roles that no file names make no other worker, and in whatever order: so there are only so many.
    const named = String(roles).split('.')
    const key = known.filter((role) => named.includes(role)).join('.')
    return sendPrepared(await workerFor(key), request, reply)
  })
}
