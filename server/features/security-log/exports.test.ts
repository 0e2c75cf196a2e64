import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unfurnished } from '../../testing/college.ts'

const at = await unfurnished()
const admin = await at.as('admin')
const affairs = await at.as('student-affair')
const department = await at.make.department()
const batch = await at.make.batch()
const group = await at.make.group(batch, department)
let student = 0
for (let n = 0; n < 3; n++) student = (await at.make.student(batch, group)).id
await at.make.student(await at.make.batch())
await at.make.person('faculty', department)

const exportsTold = async () => (await admin.get('/audit?entity=export')).body.data
const newest = async () => (await exportsTold())[0]

test('an export leaves a row in the trail: who, what, by which filters, how many rows', async () => {
  expect((await affairs.get(`/students/export?batch_id=${batch}&status=active&format=xlsx`)).status).toBe(200)
  expect(await newest()).toMatchObject({
    action: 'export',
    actor: { id: affairs.userId },
    entity: 'export',
    entity_id: 0,
    changes: {
      what: [null, 'students'],
      format: [null, 'xlsx'],
      filters: [null, { batch_id: batch, status: 'active' }],
      rows: [null, 3],
    },
  })
})

test.each<[string, string, { what: string; format: string; rows: number; id?: () => number }]>([
  ['all students', '/students/export', { what: 'students', format: 'csv', rows: 4 }],
  ['nobody', '/students/export?q=zzzzz', { what: 'students', format: 'csv', rows: 0 }],
  ['staff', '/staff/export?format=xlsx', { what: 'staff', format: 'xlsx', rows: 1 }],
  ['groups', '/groups/export', { what: 'groups', format: 'csv', rows: 3 }],
  ['reports as PDF', '/student-reports/export/pdf?FILTER', { what: 'student reports', format: 'pdf', rows: 3 }],
  ['reports as XLSX', '/student-reports/export/xlsx?FILTER', { what: 'student reports', format: 'xlsx', rows: 3 }],
  [
    'one student’s report',
    '/student-reports/student/STUDENT/export/pdf',
    { what: 'student report', format: 'pdf', rows: 1, id: () => student },
  ],
  [
    'one student’s report as CSV',
    '/student-reports/student/STUDENT/export/csv',
    { what: 'student report', format: 'csv', rows: 1, id: () => student },
  ],
])('so does an export of %s, and the security log tells of it', async (_name, path, { what, format, rows, id }) => {
  const address = path
    .replace('FILTER', `department_id=${department}&batch_id=${batch}&group_id=${group}`)
    .replace('STUDENT', String(student))
  const before = (await exportsTold()).length
  expect((await admin.get(address)).status).toBe(200)
  const told = await exportsTold()
  expect(told).toHaveLength(before + 1)
  expect(told[0]).toMatchObject({
    actor: { id: admin.userId },
    entity_id: id?.() ?? 0,
    changes: { what: [null, what], format: [null, format], rows: [null, rows] },
  })
  const [row] = (await admin.get(`/security-log?kind=export&user_id=${admin.userId}`)).body.data
  expect(row.detail).toBe(`${what}, ${rows} ${rows === 1 ? 'row' : 'rows'}, ${format.toUpperCase()}`)
})

test('a template, a refusal and what is not found leave none', async () => {
  const before = (await exportsTold()).length
  expect((await admin.get('/imports/students/template')).status).toBe(200)
  expect((await (await at.as('student')).get('/students/export')).status).toBe(403)
  expect((await admin.get('/student-reports/student/999999/export/csv')).status).toBe(404)
  expect(await exportsTold()).toHaveLength(before)
})

test('whoever hangs up after the first bytes is in the trail all the same', async () => {
  await at.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = at.app.server.address() as AddressInfo
  const { openLogin } = await import('../../core/login.ts')
  const token = await at.db.transaction().execute((tx) => openLogin(tx, affairs.userId, undefined))
  const before = (await exportsTold()).length
  await new Promise<void>((resolve, reject) => {
    const address = `http://127.0.0.1:${port}/api/students/export?batch_id=${batch}`
    const request = get(address, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.destroy()
      resolve()
    })
    request.on('error', reject)
  })
  const told = await exportsTold()
  expect(told).toHaveLength(before + 1)
  expect(told[0]).toMatchObject({ actor: { id: affairs.userId }, changes: { rows: [null, 3] } })
})

test('what cannot be told is not given out', async () => {
  await sql`alter table audit add constraint no_exports check (entity <> 'export') not valid`.execute(at.db)
  try {
    const answer = await admin.get(`/students/export?batch_id=${batch}`)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers['content-disposition']).toBeUndefined()
  } finally {
    await sql`alter table audit drop constraint no_exports`.execute(at.db)
  }
})
