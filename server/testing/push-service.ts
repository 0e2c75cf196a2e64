import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Key and certificate of this stand-in, for a hundred years: nothing else trusts it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAUpvOThseVzcTgiR
9HYPUQ+x6mZPQN1tXu/w3RCHr1yhRANCAAQNkBV1bsksEMICeBfHLBOfEiTN+RQ1
JAn9wefbYlha5mPB9aa7ZEfggIT6OFMAQRgzph28tz76URmFROK+cIkt
-----END PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUKV/zi5RBFemcvPcF1VeFX6ad+N0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTAyMTYxN1oYDzIxMjYxMTA1
MDIxNjE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQNkBV1bsksEMICeBfHLBOfEiTN+RQ1JAn9wefbYlha5mPB9aa7ZEfg
gIT6OFMAQRgzph28tz76URmFROK+cIkto2kwZzAdBgNVHQ4EFgQUHRkEJSYr63P2
vqNwfxokkYGVm0IwHwYDVR0jBBgwFoAUHRkEJSYr63P2vqNwfxokkYGVm0IwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgIIP3SU0A1b6Ec2RbQXKzCuz70iQdOkUUGwhx2qdAC0ICIEL8cLCCZMm+
dAu0F/OrNtyWGEcTA6leNJkZFiJduRNJ
-----END CERTIFICATE-----`

export interface Received {
  path: string
  headers: Record<string, unknown>
  body: Buffer
}

/** A push service at localhost, over TLS, that takes every notice unless it is told to answer otherwise. */
export async function pushService() {
  const received: Received[] = []
  const answers = new Map<string, (() => number) | 'hangs'>()
  const server = createServer({ key: KEY, cert: CERT }, async (request, response) => {
    const path = request.url ?? ''
    const body = Buffer.concat(await Array.fromAsync(request))
    received.push({ path, headers: request.headers, body })
    const answer = answers.get(path)
    if (answer === 'hangs') return
    response.writeHead(answer?.() ?? 201, { location: 'http://127.0.0.1:1/elsewhere' })
    response.end('x'.repeat(1024 * 1024))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const base = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    received,
    answers,
    endpoint: (name: string) => `${base}/${name}`,
    /** The options by which the app calls it: its certificate, and its address instead of those of real services. */
    options: { agent: new Agent({ ca: CERT }), isService: (endpoint: string) => endpoint.startsWith(`${base}/`) },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The keys of a browser, by which it alone reads what it is sent (RFC 8291). */
export function browserKeys() {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    read: (body: Buffer): string => {
      const salt = body.subarray(0, 16)
      const length = body[20] ?? 0
      const theirs = body.subarray(21, 21 + length)
      const sealed = body.subarray(21 + length)
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, about, 32))
      const derived = (info: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${info}\0`, bytes))
      const opened = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
      opened.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
      return text.subarray(0, text.lastIndexOf(2)).toString()
    },
  }
}
