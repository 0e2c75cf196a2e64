import { afterAll, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { smtpServer } from '../../testing/smtp.ts'

// An address of this test's own, since the ports of mail servers are few.
const host = '127.6.6.1'
const refused: string[] = []
const smtp = await smtpServer({ host, port: 2525, refused })
const { at, admin } = await furnished()
afterAll(() => smtp.close())

const MAIL = {
  mail_host: host,
  mail_port: 2525,
  mail_security: 'none',
  mail_from: 'elog@college.test',
  public_url: 'https://elog.test',
}
const account = await at.db.selectFrom('users').select('email').where('id', '=', admin.userId).executeTakeFirstOrThrow()
const email = String(account.email)
const testMail = () => admin.post('/settings/test-mail')
const forget = () => at.db.deleteFrom('setting_tests').execute()

test('a test mail goes to the own address, through the server that was chosen just now', async () => {
  expect((await testMail()).body.message).toBe('Mail is not set up yet.')
  expect((await admin.put('/settings/mail', MAIL)).status).toBe(200)
  const answer = await testMail()
  expect([answer.status, answer.body]).toEqual([
    200,
    { data: { is_sent: true }, message: `The mail server has taken a mail to ${email}.` },
  ])
  expect(smtp.mails.map(({ to }) => to)).toEqual([email])
})

test('what the mail server said is told in plain words, with its first line alone', async () => {
  refused.push(email)
  const answer = await testMail()
  expect(answer.body).toEqual({
    data: { is_sent: false },
    message: 'The mail server did not take the sender or the receiver. It said: 550 unknown',
  })
  refused.length = 0
  await admin.put('/settings/mail', { ...MAIL, mail_port: 25, mail_host: '127.6.6.2' })
  expect((await testMail()).body.message).toMatch(/^The (?:connection to the )?mail server could not be/)
  await admin.put('/settings/mail', MAIL)
})

test('five are sent in an hour by one administrator, whatever came of them', async () => {
  await forget()
  const all = await Promise.all(Array.from({ length: 7 }, testMail))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
  const other = await at.as('admin')
  expect((await other.post('/settings/test-mail')).status).toBe(200)
  await forget()
})
