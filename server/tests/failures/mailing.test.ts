import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect, type OpenDatabase } from '../../db/open.ts'
import { APP_ROLE } from '../../machine/access.ts'
import { hasten, keptJobs } from '../../testing/jobs.ts'
import { freePort, type Product, soon, startProduct } from '../../testing/product.ts'
import { smtpServer } from '../../testing/smtp.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-mailing-'))
chmodSync(directory, 0o755)
const port = await freePort()
const environment = {
  DATA_DIR: directory,
  ADMIN_EMAIL: 'admin@college.test',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'elog@college.test',
  PUBLIC_URL: 'https://elog.test',
}
let product: Product | undefined
let opened: OpenDatabase | undefined
afterAll(async () => {
  await opened?.close()
  await product?.end('SIGKILL')
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

const database = () => connect({ host: join(directory, 'postgres'), user: APP_ROLE, database: 'clinical_elog', max: 1 })
const mailsOf = async ({ db }: OpenDatabase) => (await keptJobs(db)).filter(({ kind }) => kind.startsWith('mail'))
const post = (path: string, body: object) =>
  fetch(`${product?.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a mail outlives the mail server’s absence and a stop in between, and is sent once; what waits opens nothing', {
  timeout: 60_000,
}, async () => {
  product = await startProduct(environment)
  opened = database()
  expect((await post('/auth/forgot-password', { email: environment.ADMIN_EMAIL })).status).toBe(200)
  await expect
    .poll(() => mailsOf(opened as OpenDatabase), soon)
    .toEqual([
      {
        kind: 'mail-reset',
        state: 'retry',
        reason: 'ESOCKET',
        data: { kind: 'mail-reset', user_id: expect.any(Number), until: expect.any(String) },
      },
    ])
  await opened.close()
  expect(await product.end('SIGTERM')).toEqual([0, null])

  const smtp = await smtpServer({ port })
  product = await startProduct(environment)
  opened = database()
  const { db } = opened
  await expect.poll(() => hasten(db).then(() => smtp.mails.length), { ...soon, timeout: 40_000 }).toBe(1)
  await expect.poll(() => mailsOf(opened as OpenDatabase), soon).toEqual([])
  const [mail] = smtp.mails
  expect(mail?.to).toBe(environment.ADMIN_EMAIL)
  const text = mail?.text.replaceAll('=\n', '').replaceAll('=3D', '=')
  const token = /reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1]
  expect((await post('/auth/reset-password', { token, password: 'By-Mail-1' })).status).toBe(200)
  expect((await post('/login', { email: environment.ADMIN_EMAIL, password: 'By-Mail-1' })).status).toBe(200)
  expect(smtp.mails).toHaveLength(1)
  await opened.close()
  opened = undefined
  expect(await product.end('SIGTERM')).toEqual([0, null])
  await smtp.close()
})
