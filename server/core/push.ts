import { createECDH, ECDH } from 'node:crypto'
import { once } from 'node:events'
import { type Agent, request } from 'node:https'
import type { Settings } from '../settings.ts'

/** The keys of a browser's subscription and where it is reached: whoever has them can tell that browser something. */
export interface PushAddress {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
}

export interface Pusher {
  /** The key by which push services know this installation's notices. */
  publicKey: string
  /** True for an address of a push service that browsers use, and for no other place. */
  takes(address: PushAddress): boolean
  /**
   * Hands a notice to the push service, sealed for the browser.
   * @returns false when the service does not know the browser any more
   * @throws Error when the service does not take it
   */
  send(address: PushAddress, text: string): Promise<boolean>
}

/**
 * The push services of Chromium and Edge, Firefox, Safari, and of Edge on Windows. No other place is ever called, so that
 * nobody can have the server call addresses in the college's own network.
 */
const SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

const isOf = (host: string, service: string) => (service.startsWith('.') ? host.endsWith(service) : host === service)

/** True for the address of a known push service over TLS, at its own port. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  return SERVICES.some((service) => isOf(url.hostname, service))
}

/** True for the point of a browser's key, which nothing could be sealed for otherwise. */
function isPoint(key: Buffer): boolean {
  try {
    return key.length === 65 && ECDH.convertKey(key, 'prime256v1').length > 0
  } catch {
    return false
  }
}

const AUTH_BYTES = 16
/** A push service that hangs costs no connection for long. */
const PATIENCE_MS = 10_000
/** A device that is off for longer is told of it by Today. */
const KEPT_SECONDS = 12 * 60 * 60

/** The address at which a push service finds the operator (RFC 8292). */
export function contactOf({ MAIL_FROM, PUBLIC_URL }: Pick<Settings, 'MAIL_FROM' | 'PUBLIC_URL'>): string | undefined {
  const email = MAIL_FROM && (/<([^<>\s]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim())
  if (email) return `mailto:${email}`
  return PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : undefined
}

interface Options {
  isService?: (endpoint: string) => boolean
  agent?: Agent
  patience?: number
}

/** The pusher of this installation, whose key pair comes of `secret`; none without a contact for push services. */
export function openPusher(
  settings: Pick<Settings, 'MAIL_FROM' | 'PUBLIC_URL'>,
  secret: Buffer,
  { isService = isPushService, agent, patience = PATIENCE_MS }: Options = {},
): Pusher | undefined {
  const subject = contactOf(settings)
  if (!subject) return undefined
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const publicKey = pair.getPublicKey('base64url')
  // Read back from the pair it would lose a zero at its beginning, and be refused as too short.
  const vapidDetails = { subject, publicKey, privateKey: secret.toString('base64url') }
  return {
    publicKey,
    takes: ({ endpoint, p256dh, auth }) => isService(endpoint) && isPoint(p256dh) && auth.length === AUTH_BYTES,
    send: async ({ endpoint, p256dh, auth }, text) => {
      if (!isService(endpoint)) return false
      const { default: webPush } = await import('web-push')
      const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
      const details = webPush.generateRequestDetails({ endpoint, keys }, text, { vapidDetails, TTL: KEPT_SECONDS })
      // The library's own request reads answers of any length.
      const sent = request(endpoint, {
        method: details.method,
        headers: details.headers as Record<string, string>,
        signal: AbortSignal.timeout(patience),
        ...(agent ? { agent } : {}),
      })
      sent.end(details.body)
      const [answer] = await once(sent, 'response')
      answer.destroy()
      if (answer.statusCode === 404 || answer.statusCode === 410) return false
      if (answer.statusCode >= 200 && answer.statusCode < 300) return true
      throw Object.assign(new Error('The push service refused a notice'), {
        code: 'EPUSH',
        responseCode: answer.statusCode,
      })
    },
  }
}
