// A child process: the least that can take a file over HTTP and give it out again. No form, no hash, no row.
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

process.once('message', (directory: string) => {
  const path = join(directory, 'bare')
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return pipeline(createReadStream(path), response)
    // It is on the disk when it is answered, as with the product.
    await pipeline(request, createWriteStream(path, { flush: true }))
    response.end()
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))
