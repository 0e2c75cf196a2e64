import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  to: string
  /** Headers and text, as they came. */
  text: string
}

/** A mail server that takes every mail, or hangs from the start. */
export async function smtpServer({ port = 0, hangs = false }: { port?: number; hangs?: boolean } = {}) {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (!hangs) talk(socket, mails)
  })
  server.listen(port, '127.0.0.1')
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

function talk(socket: Socket, mails: ReceivedMail[]): void {
  let to = ''
  let text: string[] | undefined
  let rest = ''
  socket.write('220 test\r\n')
  socket.on('data', (data) => {
    const lines = `${rest}${data}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (text === undefined) {
        to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to
        if (line === 'DATA') text = []
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
        if (line === 'QUIT') socket.end()
      } else if (line === '.') {
        mails.push({ to, text: text.join('\n') })
        text = undefined
        socket.write('250 ok\r\n')
      } else text.push(line)
    }
  })
}
