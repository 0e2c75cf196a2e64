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

interface Place {
  url: string
  headers: Record<string, string>
  /** True for an address that the operator gave in the environment: it may be one of the own network. */
  isTrusted: boolean
}

export interface Posted extends Place {
  body: string
}

/**
 * Calls a place outside; redirections are not followed.
 * @returns the answer, whose body is still to be read or thrown away
 * @throws Error when it does not answer, or with anything but a success
 */
async function callOutside(
  { url, headers, isTrusted }: Place,
  signal: AbortSignal,
  body?: string,
): Promise<IncomingMessage> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // The lookup is not asked for an address that is one already.
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw refused()
  const request = protocol === 'https:' ? requestHttps : requestHttp
  const sent = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'user-agent': 'Clinical-eLog',
      ...headers,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    signal,
    ...(isTrusted ? {} : { lookup: publicLookup }),
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode = 0 } = answer
  if (statusCode >= 200 && statusCode < 300) return answer
  answer.destroy()
  throw Object.assign(new Error(`It answered ${statusCode}`), { code: 'EANSWER', responseCode: statusCode })
}

/**
 * Posts a text to a place outside; the answer's body is not read.
 * @returns the place's own clock, if it tells any
 * @throws Error as `callOutside`
 */
export async function postOutside({ body, ...place }: Posted): Promise<{ clock: Date | undefined }> {
  const answer = await callOutside(place, AbortSignal.timeout(PATIENCE_MS), body)
  answer.destroy()
  const at = Date.parse(answer.headers.date ?? '')
  return { clock: Number.isNaN(at) ? undefined : new Date(at) }
}

/**
 * Reads a text from a place outside, which has its seconds for the whole of it.
 * @throws Error as `callOutside`, and when the text is longer than `mostBytes`
 */
export async function readOutside({ mostBytes, ...place }: Place & { mostBytes: number }): Promise<string> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const answer = await callOutside(place, patience)
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    // Leaving the loop ends the connection.
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > mostBytes) throw Object.assign(new Error('The answer is too long'), { code: 'ELONG' })
      pieces.push(piece)
    }
  } catch (error) {
    // An answer that we have ended looks as if the other side had.
    patience.throwIfAborted()
    throw error
  }
  return Buffer.concat(pieces).toString('utf8')
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EPRIVATE: 'Only addresses of the internet are called; another one can be set in the environment.',
  ELONG: 'Its answer is longer than is read.',
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
