import type { FastifyInstance } from 'fastify'
import { answers } from '../machine/observed.ts'

/** The built files have a route each, with another name in each build: they are told as one. */
const routeOf = (url: string | undefined) => (url?.startsWith('/assets/') ? '/assets/*' : (url ?? 'none'))

/** Tells of each answer; a path that no route has is told as one, so that nobody makes a figure of each path they try. */
export function tellAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    answers.tell({ method, route: routeOf(routeOptions.url), status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
}
