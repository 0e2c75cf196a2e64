import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sweepsOf } from '../../jobs.ts'
import { type OutsideServer, outsideServer } from '../../testing/outside.ts'
import { freePort, type Product, startProduct } from '../../testing/product.ts'
import { smtpServer } from '../../testing/smtp.ts'

// Real processes, at their real pace: a dead process is missed after a minute.

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-jobs-'))
const SWEEPS = sweepsOf({ sweep: async () => undefined }).length
const products: Product[] = []
let outside: OutsideServer | undefined
afterAll(async () => {
  for (const product of products) await product.end('SIGKILL')
  await outside?.close()
  rmSync(directory, { recursive: true, force: true })
})

test('of two servers one does each sweep, and does the mail of the other that was killed over it', {
  timeout: 6 * 60_000,
}, async () => {
  const database = await outsideServer()
  outside = database
  const port = await freePort()
  const hanging = await smtpServer({ port, hangs: true })
  const start = async (name: string) => {
    const product = await startProduct({
      DATABASE_URL: database.url,
      DATA_DIR: join(directory, name),
      ADMIN_EMAIL: 'admin@college.test',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'elog@college.test',
      PUBLIC_URL: 'https://elog.test',
    })
    products.push(product)
    return product
  }
  const first = await start('first')
  const swept = () =>
    database.ask<{ kind: string; n: number }>(
      `select data->>'kind' as kind, count(*)::int as n from jobs.job where name = 'sweeps' and state = 'completed' group by 1`,
    )
  await expect.poll(swept, { timeout: 20_000 }).toHaveLength(SWEEPS)
  await start('second')

  const answer = await fetch(`${first.base}/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@college.test' }),
  })
  expect(answer.status).toBe(200)
  await expect.poll(hanging.connections).toBe(1)
  expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL'])
  await hanging.close()
  const smtp = await smtpServer({ port })

  await expect.poll(() => smtp.mails.length, { timeout: 5 * 60_000, interval: 1000 }).toBe(1)
  expect(await database.ask(`select from jobs.job where name = 'mail'`)).toHaveLength(0)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(smtp.mails.map(({ to }) => to)).toEqual(['admin@college.test'])
  const live = await database.ask<{ host: string }>(
    `select from jobs.instance where stopped_on is null and heartbeat_on > now() - interval '3 minutes'`,
  )
  expect(live.length).toBeGreaterThanOrEqual(1)
  await smtp.close()
})
