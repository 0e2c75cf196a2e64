import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  to: string
  /** Headers and text, as they came. */
  text: string
}

interface Behaviour {
  host?: string
  port?: number
  hangs?: boolean
  /** Addresses that it knows nothing of. */
  refused?: readonly string[]
}

/** A mail server that takes every mail but those of refused addresses, or hangs from the start. */
export async function smtpServer({ host = '127.0.0.1', port = 0, hangs = false, refused = [] }: Behaviour = {}) {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (!hangs) talk(socket, mails, refused)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function talk(socket: Socket, mails: ReceivedMail[], refused: readonly string[]): void {
  let to = ''
  let text: string[] | undefined
  let rest = ''
  socket.write('220 test\r\n')
  socket.on('data', (data) => {
    const lines = `${rest}${data}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (text === undefined) {
        const receiver = /^RCPT TO:<(.*)>/.exec(line)?.[1]
        to = receiver ?? to
        if (line === 'DATA') text = []
        const isRefused = receiver !== undefined && refused.includes(receiver)
        socket.write(isRefused ? '550 unknown\r\n' : line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
        if (line === 'QUIT') socket.end()
      } else if (line === '.') {
        mails.push({ to, text: text.join('\n') })
        text = undefined
        socket.write('250 ok\r\n')
      } else text.push(line)
    }
  })
}
