import { lookup } from 'node:dns'
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A place that hangs costs no connection for long. */
const PATIENCE_MS = 10_000

/** An address of the internet: not of this machine, the college's network or a cloud's own services. */
export const isPublicAddress = (address: string) => isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast'

const refused = () => Object.assign(new Error('The address is not one of the internet'), { code: 'EPRIVATE' })

/** Finds addresses as Node does, and refuses those that are not of the internet: the name is asked once. */
const publicLookup: LookupFunction = (host, options, found) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return found(error ?? refused(), [])
    if (!addresses.every(({ address }) => isPublicAddress(address))) return found(refused(), [])
    if (options.all) return found(null, addresses)
    found(null, first.address, first.family)
  })

export interface Posted {
  url: string
  body: string
  headers: Record<string, string>
  /** True for an address that the operator gave in the environment: it may be one of the own network. */
  isTrusted: boolean
}

/**
 * Posts a text to a place outside; redirections are not followed, and the answer's body is not read.
 * @returns the status and the place's own clock, if it tells any
 * @throws Error when it does not answer, or with anything but a success
 */
export async function postOutside({ url, body, headers, isTrusted }: Posted): Promise<{ clock: Date | undefined }> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // The lookup is not asked for an address that is one already.
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw refused()
  const request = protocol === 'https:' ? requestHttps : requestHttp
  const sent = request(url, {
    method: 'POST',
    headers: { 'user-agent': 'Clinical-eLog', ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(isTrusted ? {} : { lookup: publicLookup }),
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode = 0, headers: told } = answer
  answer.destroy()
  if (statusCode < 200 || statusCode >= 300)
    throw Object.assign(new Error(`It answered ${statusCode}`), { code: 'EANSWER', responseCode: statusCode })
  const at = Date.parse(told.date ?? '')
  return { clock: Number.isNaN(at) ? undefined : new Date(at) }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EPRIVATE: 'Only addresses of the internet are called; another one can be set in the environment.',
  ENOTFOUND: 'There is no such name.',
  EAI_AGAIN: 'The name could not be looked up.',
  ECONNREFUSED: 'It could not be reached.',
  ECONNRESET: 'It ended the connection.',
  EHOSTUNREACH: 'It could not be reached.',
  ENETUNREACH: 'It could not be reached.',
  ABORT_ERR: 'It did not answer in time.',
  CERT_HAS_EXPIRED: 'Its certificate has ended.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by nobody who is known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is signed by nobody who is known.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
}

/** Tells in plain words why a place outside did not take something. */
export function outsideProblem(error: unknown): string {
  const { code, responseCode, name } = (error ?? {}) as { code?: unknown; responseCode?: unknown; name?: unknown }
  if (typeof responseCode === 'number') return `It answered ${responseCode}.`
  return PROBLEMS[String(code)] ?? (name === 'TimeoutError' ? 'It did not answer in time.' : 'It could not be reached.')
}
