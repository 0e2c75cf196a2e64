import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the first 64 bits of an IPv6 one, since a household has all addresses below them. */
export function networkOfAddress(given: string): string {
  if (isIP(given) === 0) return 'unknown'
  const address = ipaddr.process(given)
  if (address.kind() === 'ipv4') return address.toString()
  const prefix = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

/**
 * Returns the network of a request, as calls are counted. When a proxy names no valid address, the proxy's own counts.
 */
export const networkOf = ({ ip, socket }: Pick<FastifyRequest, 'ip'> & { socket: { remoteAddress?: string } }) =>
  networkOfAddress(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip)

/** Tells whether an address is a proxy's: one on this machine, or one that is named, alone or by its range. */
export function proxiesIn(named: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  // Node's own look for an address of this kind takes 5 ms of a start, the first time.
  const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')
  for (const one of ['127.0.0.0/8', '::1', ...named]) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}
