import { once } from 'node:events'
import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net'

/** A network between a phone and the server, which loses connections. */
export interface CuttingNetwork {
  origin: string
  /** The next answer to a request of this text is cut off after so many bytes. */
  cutNext: (request: string, afterBytes: number) => void
  /** The first lines and headers of the requests that had this text. */
  asked: string[]
  /** Breaks all connections off and takes no more, until `on`. */
  off: () => void
  on: () => void
  close: () => void
}

/** Passes everything on to the server at `target`, and cuts what the test names. */
export async function cuttingNetwork(target: string): Promise<CuttingNetwork> {
  const { port, hostname } = new URL(target)
  const sockets = new Set<Socket>()
  const asked: string[] = []
  let text = ''
  let cutAfter: number | undefined
  let isOff = false

  const server = createServer((client) => {
    if (isOff) {
      client.resetAndDestroy()
      return
    }
    const upstream = open(Number(port), hostname)
    let left: number | undefined
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (sent) => {
      const request = sent.toString('latin1')
      if (text !== '' && request.includes(text)) {
        asked.push(request)
        left = cutAfter
        cutAfter = undefined
      }
      upstream.write(sent)
    })
    upstream.on('data', (piece) => {
      // A short answer comes in one piece: of none of it nothing is passed on.
      if (left !== 0) client.write(piece)
      if (left === undefined) return
      left -= piece.length
      if (left > 0) return
      // Bytes that the network has not taken are not sent.
      upstream.pause()
      client.destroySoon()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext: (request, afterBytes) => {
      text = request
      cutAfter = afterBytes
    },
    asked,
    off: () => {
      isOff = true
      breakOff()
    },
    on: () => {
      isOff = false
    },
    close: () => {
      breakOff()
      server.close()
    },
  }
}
