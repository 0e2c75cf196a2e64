import type { FastifyRequest } from 'fastify'
import { forbidden } from '../core/errors.ts'
import { isSignedToken } from '../core/secrets.ts'
import type { Services } from './services.ts'

/**
 * Refuses a state-changing call with a wrong token, or from a foreign page. A script with a
 * bearer token sends neither header and is let through.
 */
export function refuseForgery(request: FastifyRequest, { csrfSecret, settings }: Services): void {
  const token = request.headers['x-csrf-token']
  if (typeof token === 'string' && token !== '' && !isSignedToken(csrfSecret, token))
    throw forbidden('This page is out of date. Reload it and try again.')
  const { origin } = request.headers
  if (origin === undefined) return
  const host = URL.parse(origin)?.host
  const own = [request.host, settings.PUBLIC_URL ? URL.parse(settings.PUBLIC_URL)?.host : undefined]
  if (host === undefined || !own.includes(host)) throw forbidden('This call came from a foreign page.')
}
