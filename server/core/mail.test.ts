import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { mails } from '../machine/observed.ts'
import { readSettings } from '../settings.ts'
import { openMailer, PATIENCE_MS } from './mail.ts'

let server: Server | undefined
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  server?.close()
})

/** A mail server that does with each connection what a test says. */
async function smtpServer(talk: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const mailer = async (SMTP_URL: string, patience?: Parameters<typeof openMailer>[1]) => {
  const opened = await openMailer(
    readSettings({ SMTP_URL, MAIL_FROM: 'elog@college.test', PUBLIC_URL: 'https://elog.test/' }),
    patience,
  )
  if (!opened) throw new Error('no mailer')
  return opened
}
const mail = { to: 'a@college.test', subject: 'Hello', text: 'Text' }

test('a mail is handed to the mail server', async () => {
  const heard: string[] = []
  const { send, publicUrl } = await mailer(
    await smtpServer((socket) => {
      let isText = false
      socket.write('220 test\r\n')
      socket.on('data', (data) => {
        for (const line of data.toString().split('\r\n').slice(0, -1)) {
          heard.push(line)
          if (line === 'DATA') isText = true
          if (line === '.') isText = false
          if (!isText || line === 'DATA') socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
          if (line === 'QUIT') socket.end()
        }
      })
    }),
  )
  const told: object[] = []
  const end = mails.listen((event) => told.push(event))
  await send(mail, 'job-7')
  end()
  expect(told).toEqual([{ isSent: true }])
  expect(publicUrl).toBe('https://elog.test')
  expect(heard).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<elog@college.test>',
      'RCPT TO:<a@college.test>',
      'Subject: Hello',
      'Message-ID: <job-7@elog.test>',
    ]),
  )
})

test('a mail server that says nothing is given up', async () => {
  const url = await smtpServer(() => undefined)
  const { send } = await mailer(url, { ...PATIENCE_MS, greetingTimeout: 100 })
  await expect(send(mail)).rejects.toThrow(/greeting/i)
  expect(Math.max(...Object.values(PATIENCE_MS))).toBeLessThanOrEqual(20_000)
})
