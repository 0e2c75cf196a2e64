import { connect } from 'node:tls'

const PATIENCE_MS = 10_000
const EVERY_MS = 6 * 60 * 60 * 1000

/** Returns when the certificate of an https address ends; undefined where none is shown. A wrong one is looked at, too. */
export function certificateEnd(url: string): Promise<Date | undefined> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false })
    const end = (found?: Date) => {
      socket.destroy()
      resolve(found)
    }
    socket.setTimeout(PATIENCE_MS, () => end())
    socket.once('error', () => end())
    socket.once('secureConnect', () => {
      const at = Date.parse(socket.getPeerCertificate().valid_to ?? '')
      end(Number.isNaN(at) ? undefined : new Date(at))
    })
  })
}

/** Looks at the certificate of `PUBLIC_URL` every six hours; one that is near its end every time, until it is renewed. */
export function watchCertificate(nearMs: number): (url: string | undefined) => Promise<Date | undefined> {
  let known: { url: string; at: number; end: Date | undefined } | undefined
  return async (url) => {
    if (!url?.startsWith('https:')) return undefined
    const now = Date.now()
    const isNear = known?.end !== undefined && known.end.getTime() - now < nearMs
    if (known?.url !== url || isNear || now - known.at > EVERY_MS)
      known = { url, at: now, end: await certificateEnd(url) }
    return known.end
  }
}
