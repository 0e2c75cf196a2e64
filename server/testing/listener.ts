import { once } from 'node:events'
import { createServer as createPlain } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A certificate for localhost that ended on 1 December 2025, and its key: nothing trusts it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2kP6YPxvI07X7LvS
s38BgDFeaP2/IU/ot21/0Q50orWhRANCAAQ/zaLoS90nQ8+ptX0L8tnJWPOVaRda
WssT6AmCl+6HuLNjzp4pNuXWFla716ZM9BHPkqCDD54npIB7ljWpp9ND
-----END PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBLjCB1aADAgECAgEHMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yNTExMDEwMDAwMDBaFw0yNTEyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD/NouhL3SdDz6m1fQvy
2clY85VpF1payxPoCYKX7oe4s2POnik25dYWVrvXpkz0Ec+SoIMPniekgHuWNamn
00OjGDAWMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNIADBFAiAg
qBLdQk8Vkt1hYy2HidlLgelu7pk+IRUru9FHNuiU4AIhAOIVkfP7MENhqxxqNUJb
tHTUshjrYeA1Vrj5jy8DgVSa
-----END CERTIFICATE-----`

export interface Heard {
  path: string
  headers: Record<string, unknown>
  text: string
  at: number
}

/** Somebody outside who hears what is posted; by the clock of `aheadSeconds`, if it says any. */
export async function startListener({ aheadSeconds = 0, status = 200 } = {}) {
  const heard: Heard[] = []
  const now = { status }
  const server = createPlain(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    heard.push({ path: request.url ?? '', headers: request.headers, text, at: Date.now() })
    response.sendDate = false
    response.setHeader('date', new Date(Date.now() + aheadSeconds * 1000).toUTCString())
    response.writeHead(now.status, { location: '/elsewhere' }).end('heard')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    heard,
    now,
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A site whose certificate has ended. */
export async function endedSite() {
  const server = createServer({ key: KEY, cert: CERT }, (_, response) => response.end())
  server.on('tlsClientError', () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
