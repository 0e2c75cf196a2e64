import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifyReply, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { ErrorBody } from '../../shared/endpoint.ts'

const REFUSALS: Record<number, string> = {
  400: 'Malformed request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found, or not visible to the caller',
  409: 'Conflict with what is stored',
  413: 'Too large',
  415: 'Wrong media type',
  422: 'Validation failed',
  429: 'Too many attempts',
  503: 'Busy; try again after Retry-After seconds',
  507: 'No room for files',
}

/** The document in a format, as it is asked for once: what comes of it is kept compressed (prepared.ts). */
function sendRendering(app: FastifyInstance, format: 'json' | 'yaml', reply: FastifyReply): FastifyReply {
  const text = format === 'json' ? JSON.stringify(app.swagger()) : app.swagger({ yaml: true })
  return reply.header('cache-control', 'no-cache').type(`application/${format}; charset=utf-8`).send(Buffer.from(text))
}

type ApiDocument = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>['openapiObject']
type Paths = NonNullable<ApiDocument['paths']>

/** Describes the JSON of endpoints that take a form with files, or JSON in its place. */
function addJsonBodies(paths: Paths): void {
  for (const { method, path, json } of declaredEndpoints) {
    const operation = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase() as 'post']
    const body = operation?.requestBody
    if (!json || !body || !('content' in body)) continue
    body.content['application/json'] = {
      schema: z.toJSONSchema(json, { target: 'draft-2020-12', io: 'input' }) as never,
    }
  }
}

/** Adds to each operation the refusals that any may give, and to creating ones the key against repetition. */
function addCommonParts(paths: Paths): void {
  const operations = Object.values(paths).flatMap((path) => Object.entries(path ?? {}))
  for (const [method, operation] of operations) {
    if (typeof operation !== 'object' || operation === null || !('responses' in operation)) continue
    if (method === 'post' && operation.security)
      operation.parameters = [
        ...(operation.parameters ?? []),
        { $ref: '#/components/parameters/IdempotencyKey' },
      ] as typeof operation.parameters
    for (const status of Object.keys(REFUSALS))
      operation.responses[status] ??= { $ref: `#/components/responses/Refused${status}` }
  }
}

const unchecked = () => () => true
const unserialized = () => () => ''

/** An app that answers for the reference alone: it has the described routes, which nobody calls there. */
export async function buildReference(
  collegeName: string,
  described: readonly RouteOptions[],
): Promise<FastifyInstance> {
  const app = Fastify({
    schemaController: {
      compilersFactory: { buildValidator: () => unchecked as never, buildSerializer: () => unserialized as never },
    },
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Clinical eLog',
        version: '1',
        description: `The API of the clinical logbook of ${collegeName}.`,
      },
      components: {
        parameters: {
          IdempotencyKey: {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'Sent again with the same body within 24 hours, the call gives its first answer again',
            schema: { type: 'string', minLength: 1, maxLength: 200 },
          },
        },
        securitySchemes: {
          login: { type: 'http', scheme: 'bearer', description: 'The access_token of POST /api/login' },
        },
        responses: Object.fromEntries(
          Object.entries(REFUSALS).map(([status, description]) => [
            `Refused${status}`,
            {
              description,
              content: { 'application/json': { schema: z.toJSONSchema(ErrorBody, { target: 'draft-2020-12' }) } },
            },
          ]),
        ) as never,
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return {}
      const { paths = {} } = document.openapiObject
      addJsonBodies(paths)
      addCommonParts(paths)
      return document.openapiObject
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => sendRendering(app, 'json', reply))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The document as the app gives it, and no policy of its own: the app's is stricter.
    uiHooks: {
      onRequest: async (request, reply) => {
        const format = request.routeOptions.url?.replace('/api/docs/', '')
        if (format === 'json' || format === 'yaml') return sendRendering(app, format, reply)
      },
    },
    uiConfig: { docExpansion: 'list', deepLinking: true },
  })
  for (const route of described) app.route({ ...route, handler: async () => undefined })
  await app.ready()
  return app
}
