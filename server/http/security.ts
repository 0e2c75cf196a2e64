import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { malformed } from '../core/errors.ts'
import { EARLY_CALLS_HASH } from './early-calls.ts'
import { SIGN_IN_HASH } from './sign-in-page.ts'
import { TOO_OLD_HASH } from './too-old.ts'
import { UNLOADED_HASH } from './unloaded.ts'

/**
 * The features that a logbook has no use for, so that foreign code in the page has none either. The camera reads codes,
 * in our own pages and in no frame of others.
 */
export const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()'

/** Refuses a request that names two hosts, as a proxy and the server may each believe another one. @throws 400 */
function refuseOddHost({ raw }: FastifyRequest): void {
  let hosts = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1 || (hosts === 0 && raw.httpVersionMinor > 0)) throw malformed('The request must name one host.')
}

const STYLES = "style-src 'self'"

/** Lets the styles with this nonce stand in a page, or be put into it by its own scripts; style attributes never. */
export function allowStyles(reply: FastifyReply, nonce: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(STYLES, `${STYLES} 'nonce-${nonce}'`))
}

/** Headers of every answer. */
export const securityHeaders = plugin(async (app: FastifyInstance) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", SIGN_IN_HASH, EARLY_CALLS_HASH, UNLOADED_HASH, TOO_OLD_HASH],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // A PDF is shown from an address that the page itself has made. A viewer is a frame to browsers, and an object
        // too to those of some years ago; a PDF opened in a tab of its own inherits both.
        frameSrc: ['blob:'],
        objectSrc: ['blob:'],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The reverse proxy, not this server, knows and promises that the college has TLS.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    refuseOddHost(request)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
})
