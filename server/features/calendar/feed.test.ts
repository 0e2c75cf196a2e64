import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { sharedSecret } from '../../core/secrets.ts'
import { diskStore } from '../../files/disk.ts'
import { readSettings } from '../../settings.ts'
import { eventsIn } from '../../testing/calendar.ts'
import { furnished } from '../../testing/college.ts'

const ZONE = 'Europe/London'
const environment = {
  COLLEGE_NAME: 'St. Mary; Surgery, and 学校',
  COLLEGE_TIMEZONE: ZONE,
  PUBLIC_URL: 'https://elog.college.example',
}
const { at, hod, wards, medicine, student } = await furnished({ environment })
const { id: studentId, caller } = await student(wards)
const { body: made } = await caller.post('/calendar')
const ADDRESS: string = made.data.address
const PATH = new URL(ADDRESS).pathname
const ask = (known?: string) => at.app.inject({ url: PATH, headers: known ? { 'if-none-match': known } : {} })
const events = async () => eventsIn((await ask()).body)

const today = Temporal.Now.plainDateISO(ZONE)
const tomorrow = today.add({ days: 1 }).toString()
const { data: teacher } = (await hod.get('/staff/current-user')).body
const session = (fields: object) => at.make.session(wards, { staff_id: teacher.id, activity_date: tomorrow, ...fields })

describe('a calendar', () => {
  test('is what a calendar program takes, under the college’s name', async () => {
    const answer = await ask()
    expect(ADDRESS).toMatch(/^https:\/\/elog\.college\.example\/api\/calendar\//)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(answer.body.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:')).toBe(true)
    expect(answer.body.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true)
    for (const line of [
      'METHOD:PUBLISH',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-WR-CALNAME:St. Mary\\; Surgery\\, and 学校',
    ])
      expect(answer.body).toContain(`\r\n${line}\r\n`)
  })

  test('is not sent again to who has it, until it is another', async () => {
    const { etag } = (await ask()).headers
    const again = await ask(etag)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    await session({})
    const changed = await ask(etag)
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })
})

describe('a session', () => {
  test('tells where, with whom and when, and of no student', async () => {
    const id = await session({ start_time: '11:15', end_time: '12:00' })
    await at.make.entry(id, studentId, { status: 'absent', remarks: 'came late' })
    const day = tomorrow.replaceAll('-', '')
    const told = (await events()).find(({ UID }) => UID === `session-${id}@elog.college.example`)
    expect(told).toMatchObject({
      SUMMARY: 'Medicine: Wards',
      DESCRIPTION: 'Head\\nBatch 2023',
      [`DTSTART;TZID=${ZONE}`]: `${day}T111500`,
      [`DTEND;TZID=${ZONE}`]: `${day}T120000`,
      STATUS: 'CONFIRMED',
    })
    const user = await at.db
      .selectFrom('students')
      .innerJoin('users', 'users.id', 'user_id')
      .select('users.name')
      .where('students.id', '=', studentId)
      .executeTakeFirstOrThrow()
    const { body } = await ask()
    for (const text of [user.name, 'absent', 'came late']) expect(body).not.toContain(text)
  })

  test('that is moved or cancelled is the same one, with a higher number', async () => {
    const id = await session({ created_at: '2026-01-05T08:00:00Z', updated_at: '2026-01-05T08:00:00Z' })
    // Group and department have not changed since either.
    for (const table of ['groups', 'departments'] as const)
      await at.db.updateTable(table).set({ updated_at: '2026-01-05T08:00:00Z' }).execute()
    const find = async () => (await events()).find(({ UID }) => UID === `session-${id}@elog.college.example`)
    const first = await find()
    expect(first).toMatchObject({ 'LAST-MODIFIED': '20260105T080000Z', DTSTAMP: '20260105T080000Z' })
    const moved = await hod.put(`/attendance-sessions/${id}`, { start_time: '14:00', end_time: '15:00' })
    expect(moved.status).toBe(200)
    const second = await find()
    expect(second?.[`DTSTART;TZID=${ZONE}`]).toMatch(/T140000$/)
    expect(Number(second?.SEQUENCE)).toBeGreaterThan(Number(first?.SEQUENCE))
    expect(second?.['LAST-MODIFIED'] ?? '').not.toBe('20260105T080000Z')
    await at.db
      .updateTable('attendance_sessions')
      .set({ updated_at: '2026-01-06T08:00:00Z' })
      .where('id', '=', id)
      .execute()
    expect((await hod.put(`/attendance-sessions/${id}`, { status: 'cancelled' })).status).toBe(200)
    const third = await find()
    expect(third).toMatchObject({ STATUS: 'CANCELLED', SUMMARY: 'Medicine: Wards' })
    expect(Number(third?.SEQUENCE)).toBeGreaterThan(Number(first?.SEQUENCE))
    expect((await hod.delete(`/attendance-sessions/${id}`)).status).toBe(200)
    expect(await find()).toBeUndefined()
  })
})

describe('a task', () => {
  test.each([
    [
      'ends no event and begins none',
      'A\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Forged',
      'A END:VEVENT BEGIN:VEVENT SUMMARY:Forged',
    ],
    ['keeps what stands for something else', 'a,b;c\\n:d"e', 'a\\,b\\;c\\\\n:d"e'],
    ['is one line, whatever ends one', 'a\u2028SUMMARY:x\u0085y\u000bz', 'a SUMMARY:x y z'],
    ['may be Urdu and emoji, longer than a line', `${'تشخیص '.repeat(20)}👩🏽‍⚕️`, `${'تشخیص '.repeat(20)}👩🏽‍⚕️`],
  ])('%s', async (_, name, shown) => {
    const task = await at.make.task(medicine, [wards], { name, status: 'active', end_date: tomorrow })
    const { body } = await ask()
    expect(eventsIn(body).find(({ UID }) => UID?.startsWith(`task-${task}@`))?.SUMMARY).toBe(`Due: ${shown}`)
    const count = (word: string) => body.split('\r\n').filter((line) => line === word).length
    expect(count('BEGIN:VEVENT')).toBe(eventsIn(body).length)
    expect(count('END:VEVENT')).toBe(eventsIn(body).length)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })
})

test('no line of the log has the address, whatever goes wrong behind it', async () => {
  const lines: string[] = []
  const settings = readSettings({ DATA_DIR: at.filesDirectory, ...environment })
  const secrets = await Promise.all(['csrf', 'device', 'calendar'].map((name) => sharedSecret(at.plainDb, name)))
  const [csrfSecret, deviceSecret, calendarSecret] = secrets as [Buffer, Buffer, Buffer]
  const app = await buildApp(
    {
      db: at.plainDb,
      vital: at.plainDb,
      settings,
      refreshSettings: async () => undefined,
      files: diskStore(at.filesDirectory),
      responsesKey: at.responsesKey,
      mail: undefined,
      push: undefined,
      jobs: at.jobs,
      csrfSecret,
      deviceSecret,
      calendarSecret,
      noticesSecret: calendarSecret,
    },
    pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
  )
  const status = async (url: string) => (await app.inject({ url })).statusCode
  expect(await status(PATH)).toBe(200)
  expect(await status(PATH.replace('.', '.x'))).toBe(404)
  await at.db.schema.alterTable('tasks').renameTo('tasks_away').execute()
  expect(await status(PATH)).toBe(500)
  await at.db.schema.alterTable('tasks_away').renameTo('tasks').execute()
  await app.close()
  expect(lines.join('')).toContain('request failed')
  expect(lines.join('')).not.toContain(PATH.split('/')[3])
})
