import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { notFound } from '../core/errors.ts'
import { madeOnce, type PreparedAnswer, prepare, sendPrepared } from './prepared.ts'
import type { Services } from './services.ts'

/** An answer that is the same for everybody is prepared; a redirect is sent as it came. */
type ReferenceAnswer = { prepared: PreparedAnswer } | { status: number; headers: Record<string, string> }

/**
 * The addresses of the reference, each in its one spelling: so few are kept, and each is compressed once, however many
 * ask at once.
 */
const ADDRESS = /^\/api\/(?:openapi\.json|docs(?:\/(?:json|yaml|static\/[\w.-]+)?)?)$/

/** The headers that the reference sets for itself; all others are the app's own. */
const OWN_HEADERS = ['content-type', 'cache-control', 'last-modified', 'location']

/** The OpenAPI document at /api/openapi.json and its readable form at /api/docs, both made from the declarations. */
export function addReference(app: FastifyInstance, { settings }: Services): void {
  const described: RouteOptions[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (!schema || !config?.action) return
    const security = config.action === 'public' ? {} : { security: [{ login: [] }] }
    // The first of GET and HEAD tells of both.
    described.push({ method: [method].flat()[0], url, schema: { ...schema, ...security } } as RouteOptions)
  })

  /** Made when it is first asked for: few ask, and to read its libraries takes a good part of a start. */
  const reference = madeOnce(async () => {
    const { buildReference } = await import('./reference-document.ts')
    return buildReference(settings.COLLEGE_NAME, described)
  })
  const ask = async (path: string): Promise<ReferenceAnswer> => {
    const answered = await (await reference('it')).inject({ method: 'GET', url: path })
    const headers = Object.fromEntries(
      OWN_HEADERS.flatMap((name) =>
        answered.headers[name] === undefined ? [] : [[name, String(answered.headers[name])]],
      ),
    )
    if (answered.statusCode >= 400) throw notFound('Page')
    if (answered.statusCode !== 200) return { status: answered.statusCode, headers }
    return { prepared: await prepare(answered.rawPayload, headers) }
  }
  const answerTo = madeOnce(ask)

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const asIs = request.url.split('?', 1)[0] ?? ''
    // The readable form asks for the document by an address of its own.
    const path = asIs === '/api/docs/json' ? '/api/openapi.json' : asIs
    if (!ADDRESS.test(path)) throw notFound('Page')
    const asked = await answerTo(path)
    if (!('prepared' in asked)) return reply.code(asked.status).headers(asked.headers).send()
    return sendPrepared(asked.prepared, request, reply)
  }
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) app.get(url, { exposeHeadRoute: true }, answer)
}
