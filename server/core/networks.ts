import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Where a request comes from, as calls are counted: the IPv4 address, or the first 64 bits of an IPv6 address, since a
 * household has all addresses below them. What a proxy names that is no address counts as the proxy's own.
 */
export function networkOf({ ip, socket }: Pick<FastifyRequest, 'ip'> & { socket: { remoteAddress?: string } }): string {
  const given = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
  if (isIP(given) === 0) return 'unknown'
  const address = ipaddr.process(given)
  if (address.kind() === 'ipv4') return address.toString()
  const prefix = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
