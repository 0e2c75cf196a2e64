// A child process: a directory of built pages over HTTP, compressed and kept by browsers as the product's are, with the headers
// that the product's pages have.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const ASSETS = { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' }

export interface BarePages {
  directory: string
  headers: Record<string, string>
}

process.once('message', ({ directory, headers: ofPages }: BarePages) => {
  const page = readFileSync(join(directory, 'index.html'))
  const assets = new Map(
    readdirSync(join(directory, 'assets')).map((name) => [
      `/assets/${name}`,
      brotliCompressSync(readFileSync(join(directory, 'assets', name))),
    ]),
  )
  const server = createServer((request, response) => {
    const asset = assets.get(request.url ?? '')
    const headers = asset
      ? { ...ASSETS, 'content-type': 'text/javascript' }
      : { ...ofPages, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' }
    const body = asset ?? page
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))
