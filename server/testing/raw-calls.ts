import { Agent, request } from 'node:http'

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Calls over kept connections, of any method and with headers as they are given. */
export function rawCalls(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const send = (method: string, path: string, headers: Record<string, string | string[]>, body?: string | Buffer) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = request(
        { agent, port, host: '127.0.0.1', method, path, headers: { ...length, ...headers } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closes what it has refused in the middle: the next call on that connection comes too late.
        if (sent.reusedSocket && error.code === 'ECONNRESET') send(method, path, headers, body).then(resolve, reject)
        else reject(error)
      })
      sent.end(body)
    })
  return { send, close: () => agent.destroy() }
}
