import { afterAll, beforeEach, expect, test } from 'vitest'
import { openMailer } from '../../core/mail.ts'
import type { JobKind } from '../../jobs/kinds.ts'
import { MAILS } from '../../jobs.ts'
import { readSettings } from '../../settings.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { hasten, keptJobs } from '../../testing/jobs.ts'
import { ask } from '../../testing/leaves.ts'
import { filed, staffIdOf } from '../../testing/reportings.ts'
import { smtpServer } from '../../testing/smtp.ts'
import { dayAfter, instantAfter } from '../../testing/today.ts'
import { sweepDigests } from './digests.ts'
import { digestMorning } from './rules.ts'
import { DIGESTS_AN_HOUR } from './writes.ts'

const HOUR = 3_600_000
const GONE = 'gone@furnished.test'
const smtp = await smtpServer({ refused: [GONE] })
afterAll(smtp.close)
const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'elog@college.test', PUBLIC_URL: 'https://elog.test' }
const settings = readSettings({ ...environment, COLLEGE_NAME: 'Khyber College' })
const mail = await openMailer(settings)
const { at, faculty, hod, surgeon, admin, student, medicine, surgery, wards } = await furnished({
  ...(mail ? { mail } : {}),
  environment: { ...environment, COLLEGE_NAME: 'Khyber College' },
})
const digestMail = MAILS.find(({ kind }) => kind === 'mail-digest') as JobKind

/** Six in the morning of the coming Monday in Karachi. */
const now = Temporal.Now.zonedDateTimeISO('Asia/Karachi')
const six = now.withPlainTime({ hour: 6 })
const isToday = six.dayOfWeek === 1 && six.epochMilliseconds > now.epochMilliseconds
const monday = six.add({ days: isToday ? 0 : 8 - six.dayOfWeek }).epochMilliseconds
const week = 7 * 24 * HOUR

const sweep = (now: number) => sweepDigests({ db: at.plainDb, mail, jobs: at.jobs, settings }, digestMail, now)
const choose = (caller: Client, weekly_mail = true) => caller.put('/notices', { weekly_mail })
const emailOf = async ({ userId }: Client) => (await at.stored('users', userId))?.email ?? ''
const jobs = async () => (await keptJobs(at.db)).filter(({ kind }) => kind === 'mail-digest')
const done = () => expect.poll(async () => (await jobs()).filter(({ state }) => state !== 'retry')).toEqual([])
const receivers = () => smtp.mails.map(({ to }) => to).toSorted()

/** The headers of a mail, and its text as a reader has it. */
function read({ text }: { text: string }) {
  const [head = '', ...rest] = text.split('\n\n')
  const headers = head.replace(/\n[ \t]+/g, ' ')
  const body = rest.join('\n\n').replace(/=\n/g, '')
  const bytes = body.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { headers, body: Buffer.from(bytes, 'latin1').toString('utf8').trim() }
}

beforeEach(async () => {
  await at.db.deleteFrom('notice_choices').execute()
  smtp.mails.length = 0
})

await at.make.task(medicine, [wards], { name: 'Ward report', end_date: dayAfter(2) })
const graded = await at.make.task(medicine, [wards], { name: 'Case history' })

test('a person who has chosen it is mailed what Today tells, without marks and names, and how to stop it', async () => {
  const { caller, id } = await student(wards)
  await at.make.submission(graded, id, { marks: 13, graded_at: instantAfter(-1) })
  await at.make.survey({ title: 'Secret of a survey', is_anonymous: true })
  await choose(caller)
  await sweep(monday)
  await expect.poll(receivers).toEqual([await emailOf(caller)])
  const { headers, body } = read(smtp.mails[0] ?? { text: '' })
  const token = /stop-weekly-mail\?token=(\S+)$/.exec(body)?.[1]
  expect(body).toBe(`This is what waits for you in Clinical eLog:

Tasks to hand in: 1
- Ward report

New marks: 1
- Case history

https://elog.test/dashboard

You have chosen this mail under Notices in your user menu. It is sent on Mondays, when something waits. To stop it without signing in, open this link and press the button:
https://elog.test/stop-weekly-mail?token=${token}`)
  expect(headers).toContain('Subject: Khyber College: what waits for you')
  const stopAt = `https://elog.test/api/notices/weekly-mail/stop?token=${token}`
  expect(headers).toContain(`List-Unsubscribe: <${stopAt}>`)
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(headers).toMatch(/Content-Type: text\/plain/)
  const told = (await caller.get('/today')).body.data as { kind: string }[]
  expect(told.map(({ kind }) => kind)).toEqual(['tasks-due', 'surveys-to-answer', 'new-marks'])

  expect((await at.nobody.post(stopAt.replace('https://elog.test/api', ''))).status).toBe(200)
  await sweep(monday + week)
  expect(await jobs()).toEqual([])
})

test('of a case it tells the number alone', async () => {
  const about = await student(wards)
  const { case_number } = await filed(surgeon, {
    student_id: about.id,
    assigned_to: await staffIdOf(at, faculty),
    title: 'Whispered title',
    description: 'Whispered words',
  })
  await expect.poll(receivers).toHaveLength(1)
  smtp.mails.length = 0
  await choose(faculty)
  await sweep(monday)
  await expect.poll(receivers).toHaveLength(1)
  const { body } = read(smtp.mails[0] ?? { text: '' })
  expect(body).toContain(`Cases waiting for you: 1\n- ${case_number}\n\n`)
  expect(body).not.toMatch(/Whispered/)
})

test('a head is told how many leave requests wait, and nobody’s name', async () => {
  const asking = await student(wards)
  await ask(asking.caller, { first_day: dayAfter(3), last_day: dayAfter(3) })
  await choose(hod)
  await sweep(monday)
  await expect.poll(receivers).toEqual(['head@furnished.test'])
  expect(read(smtp.mails[0] ?? { text: '' }).body).toMatch(/Leave requests: \d+\n\n/)
})

test('once a week, by one of the processes, however often it is begun', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => student(wards)))
  for (const { caller } of people) await choose(caller)
  await Promise.all([sweep(monday), sweep(monday), sweep(monday)])
  await sweep(monday + 5 * HOUR)
  await done()
  const emails = (await Promise.all(people.map(({ caller }) => emailOf(caller)))).toSorted()
  expect(receivers()).toEqual(emails)
  // To end and begin it again brings no second one.
  const [one] = people
  if (one) await choose(one.caller, false).then(() => choose(one.caller))
  await sweep(monday + 6 * HOUR)
  await sweep(monday + 24 * HOUR)
  await done()
  expect(receivers()).toEqual(emails)
})

test('only on Mondays from six in the college’s morning, and first on the Monday after it was chosen', async () => {
  const zoned = (text: string) => Temporal.ZonedDateTime.from(`${text}[Asia/Karachi]`).epochMilliseconds
  const morning = (text: string) => digestMorning('Asia/Karachi', zoned(text))?.toISOString()
  expect(morning('2026-11-30T05:59')).toBeUndefined()
  expect(morning('2026-11-30T06:00')).toBe('2026-11-30T01:00:00.000Z')
  expect(morning('2026-11-30T23:59')).toBe('2026-11-30T01:00:00.000Z')
  expect(morning('2026-12-01T06:00')).toBeUndefined()

  const { caller } = await student(wards)
  await choose(caller)
  await sweep(monday - week)
  await sweep(monday - HOUR)
  await sweep(monday + 24 * HOUR)
  expect(await jobs()).toEqual([])
})

test('nobody is mailed for whom nothing waits, who has left, or who may not sign in yet', async () => {
  const idle = await at.as('faculty', surgery)
  const [left, unborn] = [await student(wards), await student(wards)]
  for (const caller of [idle, left.caller, unborn.caller]) expect((await choose(caller)).status).toBe(200)
  expect((await idle.get('/today')).body.data).toEqual([])
  await at.db.updateTable('students').set({ status: 'graduated' }).where('id', '=', left.id).execute()
  await at.db.updateTable('users').set({ must_change_password: true }).where('id', '=', unborn.userId).execute()
  await sweep(monday)
  await done()
  expect(receivers()).toEqual([])
})

test('an address that is refused stops no other, is tried again, and then stands on the status page', async () => {
  const [bad, good] = [await student(wards), await student(wards)]
  await at.db.updateTable('users').set({ email: GONE }).where('id', '=', bad.userId).execute()
  for (const { caller } of [bad, good]) await choose(caller)
  await sweep(monday)
  await expect.poll(receivers).toEqual([await emailOf(good.caller)])
  await expect.poll(jobs).toMatchObject([{ state: 'retry', reason: 'EENVELOPE 550', data: { user_id: bad.userId } }])
  await expect.poll(() => hasten(at.db).then(jobs)).toMatchObject([{ state: 'failed' }])
  expect((await admin.get('/status')).body.data.jobs.failed).toMatchObject([{ kind: 'mail-digest', count: 1 }])
  expect(receivers()).toHaveLength(1)
})

test('so many begin in an hour, also when a start begins another round', async () => {
  const many = Array.from({ length: DIGESTS_AN_HOUR + 3 }, () => at.make.user({}))
  const users = await Promise.all(many)
  await at.db
    .insertInto('notice_choices')
    .values(users.map((user_id) => ({ user_id, digest_since: new Date() })))
    .execute()
  const taken = async () =>
    (await at.db.selectFrom('notice_choices').select('user_id').where('digested_at', 'is not', null).execute()).length
  await sweep(monday)
  expect(await taken()).toBe(DIGESTS_AN_HOUR)
  await sweep(monday + HOUR / 2)
  expect(await taken()).toBe(DIGESTS_AN_HOUR)
  await sweep(monday + HOUR)
  expect(await taken()).toBe(DIGESTS_AN_HOUR + 3)
})
