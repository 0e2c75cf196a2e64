import type { IncomingMessage } from 'node:http'
import { domainToASCII } from 'node:url'

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)
const HOST_MAX = 253
/** A host with its port, which is the proxy's or ours. */
const WITH_PORT = /^([^:]*)(?::\d{1,5})?$/

/** Returns a host in the form in which it is compared; nothing for what is none, as an address in brackets. */
export function plainHost(given: string): string | undefined {
  const host = given.toLowerCase().replace(/\.$/, '')
  return host.length <= HOST_MAX && HOST.test(host) ? host : undefined
}

/** The same for a host that a person writes, which may have letters of any language. */
export const writtenHost = (given: string) => plainHost(domainToASCII(given.trim()))

/** Returns all values of a header as they came: Node keeps only the first of some. */
function valuesOf({ rawHeaders }: IncomingMessage, wanted: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === wanted) values.push(rawHeaders[at + 1] ?? '')
  return values
}

/** A request whose host can't be told: two parties may each take it for another one. */
export const ODD = Symbol('odd')

/**
 * Returns the host that a request is for. A proxy's word for it counts only where the proxy is trusted. A request that
 * names several hosts is odd, also one whose address names another one than its header.
 */
export function hostOf(
  request: IncomingMessage,
  isProxy: (address: string) => boolean,
): string | undefined | typeof ODD {
  const hosts = valuesOf(request, 'host')
  if (hosts.length !== 1) return hosts.length === 0 && request.httpVersionMinor === 0 ? undefined : ODD
  const named = hostIn(hosts[0] ?? '')
  const { url = '' } = request
  if (!url.startsWith('/') && url !== '*' && hostIn(URL.parse(url)?.host ?? '') !== named) return ODD
  const forwarded = isProxy(request.socket.remoteAddress ?? '') ? valuesOf(request, 'x-forwarded-host') : []
  if (forwarded.length === 0) return named
  // Each proxy adds to the end: the last word is that of the nearest.
  return hostIn(forwarded.join(',').split(',').at(-1)?.trim() ?? '')
}

function hostIn(text: string): string | undefined {
  const [, host] = WITH_PORT.exec(text) ?? []
  return host === undefined ? undefined : plainHost(host)
}
