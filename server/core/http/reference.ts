import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Services } from '../services.ts'

/** What an answer of the reference says of itself; all other headers are the app's own. */
const OWN_HEADERS = ['content-type', 'cache-control', 'etag', 'last-modified', 'location']

/** The OpenAPI document at /api/openapi.json and its readable form at /api/docs, both made from the declarations. */
export function addReference(app: FastifyInstance, { settings }: Services): void {
  const described: RouteOptions[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (!schema || !config?.action || method === 'HEAD') return
    const security = config.action === 'public' ? {} : { security: [{ login: [] }] }
    described.push({ method, url, schema: { ...schema, ...security } } as RouteOptions)
  })

  let building: Promise<FastifyInstance> | undefined
  /** Made when it is first asked for: few ask, and to read its libraries takes a good part of a start. */
  const reference = () => {
    building ??= import('./reference-document.ts')
      .then(({ buildReference }) => buildReference(settings.COLLEGE_NAME, described))
      .catch((error: unknown) => {
        // The next one who asks tries again.
        building = undefined
        throw error
      })
    return building
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = request.headers['if-none-match']
    const headers = known ? { 'if-none-match': known } : {}
    const answered = await (await reference()).inject({ method: 'GET', url: request.url, headers })
    for (const name of OWN_HEADERS) {
      const value = answered.headers[name]
      if (value !== undefined) reply.header(name, value)
    }
    return reply.code(answered.statusCode).send(answered.rawPayload)
  }
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) app.get(url, answer)
}
