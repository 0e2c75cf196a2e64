import type { FastifyInstance } from 'fastify'
import { answers } from '../observed.ts'

/** Tells of each answer; a path that no route has is told as one, so that nobody makes a figure of each path they try. */
export function tellAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    answers.tell({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
}
