import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { BelowStudent } from '../../../shared/contract/student-reports.ts'
import { LETTERS_MAX } from '../../../shared/limits.ts'
import { dayIn } from '../../core/clock.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'

const COLLEGE = 'Allama Iqbal Medical College'
const { at, admin, principal, hod, faculty, affairs, surgeon, student, medicine, surgery, batch, wards, theatre } =
  await furnished({ environment: { COLLEGE_NAME: COLLEGE } })

const PATH = '/student-reports/students-below/print'
const URDU = 'محمد علی خان'
const LONG = `Abdul ${'Rahmanchaudhry'.repeat(13)} Khan`
const sessions: number[] = []

/** Makes a student of both groups who was present in so many sessions of either. */
async function marked(name: string, present: { wards: number; theatre: number }) {
  const { id, userId, rollNo } = await at.make.student(batch, wards)
  await at.make.join(id, theatre)
  await at.db.updateTable('users').set({ name }).where('id', '=', userId).execute()
  for (const [n, session] of sessions.entries()) {
    const counted = n < 4 ? present.wards > n : present.theatre > n - 4
    await at.make.entry(session, id, { status: counted ? 'present' : n % 2 ? 'absent' : 'leave' })
  }
  return rollNo
}

const rolls: Record<string, string> = {}
beforeAll(async () => {
  for (const group of [wards, theatre])
    for (const day of ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05'])
      sessions.push(await at.make.session(group, { status: 'completed', activity_date: day }))
  rolls[URDU] = await marked(URDU, { wards: 2, theatre: 1 })
  rolls[LONG] = await marked(LONG, { wards: 1, theatre: 4 })
  rolls.Sara = await marked('Sara', { wards: 4, theatre: 2 })
  await marked('Enough', { wards: 3, theatre: 4 })
})

/** Returns the lines of each page. */
async function letters(caller: Client, query = '') {
  const { status, raw } = await caller.get(`${PATH}${query}`)
  expect(status, raw.toString()).toBe(200)
  return textOfPdf(raw).map((lines) => lines.map(({ text }) => text))
}
const pageOf = (pages: string[][], name: string) =>
  pages.filter((lines) => lines.includes(`Roll Number | ${rolls[name]}`))
const rowsOn = (lines: string[] = []) => lines.filter((line) => / \| \d+ of \d+ sessions \| /.test(line))

test('each student has a page; who is below in two departments has one letter that lists both', async () => {
  const pages = await letters(principal)
  expect(pages).toHaveLength(3)
  for (const name of [URDU, LONG, 'Sara']) expect(pageOf(pages, name)).toHaveLength(1)
  expect(rowsOn(pageOf(pages, URDU)[0])).toEqual([
    'Surgery | 1 of 4 sessions | 25% | 75%',
    'Medicine | 2 of 4 sessions | 50% | 75%',
  ])
  expect(rowsOn(pageOf(pages, 'Sara')[0])).toEqual(['Surgery | 2 of 4 sessions | 50% | 75%'])
})

test('a letter has the college’s head, the student, the minimum, what to do, and lines to sign on', async () => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Karachi' }).format(new Date())
  const [page = []] = pageOf(await letters(principal), 'Sara')
  expect(page.slice(0, 7)).toEqual([
    COLLEGE,
    'Attendance below the required minimum',
    'Student Name | Sara',
    `Roll Number | ${rolls.Sara}`,
    'Batch | Batch 2023',
    `Date | ${day}`,
    'To the parents or guardian of Sara',
  ])
  const text = page.join(' ')
  expect(text).toContain('the attendance of Sara stands below the minimum of 75% that the college requires')
  expect(text).toContain('to speak with the head of the department named above')
  expect(page).toContain('Department | Attended | Attendance | Required')
  expect(page).toContain('Head of department or principal | Parent or guardian, with date')
  expect(text).not.toContain('Page 1 of 1')
  const both = pageOf(await letters(principal), URDU)[0]?.join(' ')
  expect(both).toContain('to speak with the head of each department named above')
})

test('an Urdu name is copied as it was written, and a long one is broken and stays on its page', async () => {
  const pages = await letters(principal)
  expect(pageOf(pages, URDU)[0]).toContain(`Student Name | ${URDU}`)
  const [long = []] = pageOf(pages, LONG)
  const letterCount = (text: string) => text.replace(/[^A-Za-z]/g, '').length
  const facts = long.slice(long.findIndex((line) => line.startsWith('Student Name')))
  const name = facts.slice(
    0,
    facts.findIndex((line) => line.startsWith('Roll Number')),
  )
  expect(letterCount(name.join(''))).toBe(letterCount(`Student Name${LONG}`))
  expect(Math.max(...long.map((line) => line.length))).toBeLessThan(120)
})

test('no figure differs from the list’s, and the letters stand in its order', async () => {
  const { body } = await principal.get('/student-reports/students-below')
  const rows = body.data as BelowStudent[]
  const pages = await letters(principal)
  expect(pages.flatMap(rowsOn).toSorted()).toEqual(
    rows
      .map((row) => `${row.department.name} | ${row.present} of ${row.counted} sessions | ${row.precise_rate}% | 75%`)
      .toSorted(),
  )
  const order = [...new Set(rows.map(({ roll_no }) => roll_no))]
  expect(pages.map((page) => page.find((line) => line.startsWith('Roll Number'))?.split(' | ')[1])).toEqual(order)
})

test('the filters of the list narrow the letters', async () => {
  const surgical = await letters(admin, `?department_id=${surgery}`)
  expect(surgical.map(rowsOn)).toEqual([
    ['Surgery | 1 of 4 sessions | 25% | 75%'],
    ['Surgery | 2 of 4 sessions | 50% | 75%'],
  ])
  expect(await letters(admin, `?batch_id=${batch}`)).toHaveLength(3)
  const other = await admin.get(`${PATH}?batch_id=${await at.make.batch()}`)
  expect([other.status, other.body.message]).toEqual([
    409,
    'Nobody is below the minimum, so there is no letter to make.',
  ])
  expect((await admin.get(`${PATH}?department_id=x`)).status).toBe(422)
})

test('heads get the letters of their own department alone, whatever they ask for', async () => {
  for (const [head, own, foreign] of [
    [hod, 'Medicine', surgery],
    [surgeon, 'Surgery', medicine],
  ] as const) {
    const rows = (await letters(head)).flatMap(rowsOn)
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row.startsWith(own)).toBe(true)
    expect((await head.get(`${PATH}?department_id=${foreign}`)).status).toBe(409)
  }
})

test('nobody else gets a letter', async () => {
  expect((await at.nobody.get(PATH)).status).toBe(401)
  const others = [faculty, affairs, (await student(wards)).caller, await at.as('clerk', medicine), await at.as('clerk')]
  for (const other of others) expect((await other.get(PATH)).status).toBe(403)
})

test('the file is named after the day, and trail and security log tell of it', async () => {
  const { headers, raw } = await hod.get(`${PATH}?batch_id=${batch}`)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="attendance-letters-${dayIn('Asia/Karachi')}.pdf"`,
    'content-length': String(raw.length),
    'cache-control': 'private, no-store',
  })
  const [left] = (await admin.get('/audit?entity=export')).body.data
  expect(left).toMatchObject({
    action: 'export',
    actor: { id: hod.userId },
    changes: {
      what: [null, 'attendance letters'],
      format: [null, 'pdf'],
      filters: [null, { batch_id: batch }],
      rows: [null, 2],
    },
  })
  await expect
    .poll(async () =>
      (await admin.get('/security-log?kind=export')).body.data.map(({ detail }: { detail: string }) => detail),
    )
    .toContain('attendance letters, 2 rows, PDF')
})

test('as many as one file holds are made, and of more it is said what to do', async () => {
  const crowd = await at.make.batch({ name: 'Crowd' })
  const some = async (from: number, to: number) => {
    for (const statement of [
      `insert into users (name, email, password_hash)
        select '${URDU} ' || n, 'crowd' || n || '@x.test', '-' from generate_series(${from}, ${to}) n`,
      `insert into students (user_id, roll_no) select id, 'C-' || id from users where email like 'crowd%'
        on conflict do nothing`,
      `insert into student_batches (student_id, batch_id) select students.id, ${crowd} from students
        where roll_no like 'C-%' and not exists (select from student_batches where student_id = students.id)`,
      `insert into attendance_submissions (attendance_session_id, student_id, status)
        select ${sessions[0]}, students.id, 'absent' from students where roll_no like 'C-%' on conflict do nothing`,
    ])
      await sql.raw(statement).execute(at.db)
  }
  await some(1, LETTERS_MAX)
  expect(await letters(admin, `?batch_id=${crowd}`)).toHaveLength(LETTERS_MAX)
  await some(LETTERS_MAX + 1, LETTERS_MAX + 1)
  const { status, body } = await admin.get(`${PATH}?batch_id=${crowd}`)
  expect([status, body.message]).toEqual([
    409,
    'One file holds 1000 letters, and these are 1001. Please choose a department or batch.',
  ])
}, 60_000)
