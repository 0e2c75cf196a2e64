import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { FrozenListWithRules, FrozenRow, ListDifference } from '../../../shared/contract/eligibility-lists.ts'
import { codeText } from '../../../shared/verification-code.ts'
import type { Client } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { sheetsOf } from '../../testing/workbooks.ts'
import { readSnapshot } from './lists.reads.ts'

const { at, admin, principal, affairs, hod, surgeon, faculty, student, medicine, surgery, batch, wards, theatre } =
  await furnished({ environment: { PUBLIC_URL: 'https://elog.test' } })

let ali: Awaited<ReturnType<typeof student>>
let sana: typeof ali
let session: number

beforeAll(async () => {
  ali = await student(wards, theatre)
  sana = await student(wards)
  session = await at.make.session(wards, { status: 'completed', activity_date: '2026-02-02' })
  await at.make.entry(session, ali.id)
  await at.make.entry(session, sana.id, { status: 'absent' })
})

async function freeze(by: Client = principal, body: object = { batch_id: batch }): Promise<FrozenListWithRules> {
  const answer = await by.post('/eligibility/lists', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const rowsOf = async ({ id }: { id: number }, query = '', by: Client = admin): Promise<FrozenRow[]> =>
  (await by.get(`/eligibility/lists/${id}/rows${query}`)).body.data
const rowOf = async (list: { id: number }, who: { id: number }) =>
  (await rowsOf(list)).find(({ student_id }) => student_id === who.id)
const textOf = (pdf: Buffer) =>
  textOfPdf(pdf)
    .flatMap((page) => page.map(({ text }) => text))
    .join('\n')
const pdfOf = async ({ id }: { id: number }, by: Client = admin) => by.get(`/eligibility/lists/${id}/export/pdf`)

test('a list keeps figures, rules and names, with a number and a code that anybody can check', async () => {
  const list = await freeze(principal, { batch_id: batch, title: 'Final examination' })
  expect(list).toMatchObject({
    title: 'Final examination',
    batch: { id: batch, name: 'Batch 2023' },
    department: null,
    counts: { eligible: 1, on_course: 0, at_risk: 0, not_eligible: 1, exempted: 0, unjudged: 0 },
    frozen_by: { id: principal.userId },
    state: 'stands',
    rules: [{ department: null, attendance: 75, logbook: 100, assessments: null, tasks: null }],
  })
  const live = (await admin.get(`/eligibility?batch_id=${batch}`)).body.data
  expect(await rowsOf(list)).toEqual(live.map(({ batch: _, ...row }: { batch: object }) => row))
  expect((await rowsOf(list, `?q=${sana.rollNo}&verdict=not_eligible`)).map((row) => row.student_id)).toEqual([sana.id])
  const second = (await admin.get(`/eligibility/lists/${list.id}/rows?page=2&per_page=1`)).body
  expect(second).toMatchObject({ data: [{ student_id: sana.id }], meta: { total: 2 } })
  const { raw, headers } = await pdfOf(list)
  expect(headers['content-disposition']).toContain(`eligibility-list-${list.number}.pdf`)
  expect(createHash('sha256').update(raw).digest('hex')).toBe(list.sha256)
  const text = textOf(raw)
  for (const part of [
    'Final examination',
    'In every department: attendance at least 75%, logbook at least 100%.',
    ali.rollNo,
    'Attendance: Medicine 0% of 75%, below',
    'Head of department',
    `Document ${list.number}`,
    `https://elog.test/verify/${list.verification_code}`,
    codeText(list.verification_code),
  ])
    expect(text).toContain(part)
  const checked = (await at.nobody.get(`/verify/${list.verification_code}`)).body.data
  expect(checked).toMatchObject({ kind: 'eligibility-list', number: list.number, sha256: list.sha256, state: 'stands' })
  expect([checked.name, checked.roll_no]).toEqual([null, null])
  const sheet = await sheetsOf((await admin.get(`/eligibility/lists/${list.id}/export/xlsx`)).raw)
  expect(JSON.stringify(sheet)).toContain(ali.rollNo)
  expect((await at.trailOf('eligibility_list', list.id))[0]).toMatchObject({
    action: 'create',
    changes: { number: [null, list.number], batch: [null, 'Batch 2023'], not_eligible: [null, 1] },
  })
})

test('a year later a list says what it said, though marks, rules, names changed and its batch and a student are gone', async () => {
  const gone = await at.make.batch()
  const lonely = await at.make.student(gone)
  const other = await at.make.group(gone, medicine)
  await at.make.join(lonely.id, other)
  const held = await at.make.session(other, { status: 'completed', activity_date: '2026-02-03' })
  const entry = await at.make.entry(held, lonely.id)
  const list = await freeze(admin, { batch_id: gone })
  const told = async () => ({
    list: (await admin.get(`/eligibility/lists/${list.id}`)).body.data,
    rows: await rowsOf(list),
    pdf: (await pdfOf(list)).raw.toString('base64'),
    sheet: await sheetsOf((await admin.get(`/eligibility/lists/${list.id}/export/xlsx`)).raw),
  })
  // It was frozen a year ago.
  await sql`update eligibility_lists set frozen_at = frozen_at - interval '1 year' where id = ${list.id}`.execute(at.db)
  await sql`update verified_documents set issued_on = issued_on - interval '1 year' where id = ${list.document_id}`.execute(
    at.db,
  )
  const before = await told()
  expect(before.rows).toMatchObject([{ name: expect.any(String), verdict: 'eligible', conditions: [{ figure: 100 }] }])
  await principal.post('/eligibility/rules', { attendance: 95, logbook: null, assessments: null, tasks: null })
  await at.db.updateTable('departments').set({ name: 'General medicine' }).where('id', '=', medicine).execute()
  await at.db.deleteFrom('attendance_submissions').where('id', '=', entry).execute()
  await at.db.deleteFrom('attendance_sessions').where('id', '=', held).execute()
  expect((await admin.delete(`/students/${lonely.id}`)).status).toBe(200)
  expect((await admin.delete(`/groups/${other}`)).status).toBe(200)
  expect((await admin.delete(`/batches/${gone}`)).status).toBe(200)
  expect(await told()).toEqual(before)
  expect((await admin.get(`/eligibility/lists?batch_id=${gone}`)).body.data).toMatchObject([
    { id: list.id, batch: list.batch },
  ])
  await at.db.updateTable('departments').set({ name: 'Medicine' }).where('id', '=', medicine).execute()
  await at.db.deleteFrom('eligibility_rule_sets').execute()
})

test('the app itself cannot change or delete a list', async () => {
  const list = await freeze()
  for (const write of [
    at.plainDb.updateTable('eligibility_lists').set({ title: 'x' }).where('id', '=', list.id),
    at.plainDb.updateTable('eligibility_list_rows').set({ name: 'x' }),
    at.plainDb.deleteFrom('eligibility_list_rows'),
    at.plainDb.deleteFrom('eligibility_lists'),
  ])
    await expect(write.execute()).rejects.toThrow(/permission denied/)
})

test('a list is of one moment, whatever changes while it is read', async () => {
  const turn = async (isSecond: boolean) =>
    at.db.transaction().execute(async (tx) => {
      const status = (isPresent: boolean) => (isPresent ? 'present' : 'absent')
      for (const [who, isPresent] of [
        [ali, isSecond],
        [sana, !isSecond],
      ] as const)
        await tx
          .updateTable('attendance_submissions')
          .set({ status: status(isPresent) })
          .where('attendance_session_id', '=', session)
          .where('student_id', '=', who.id)
          .execute()
      await tx
        .updateTable('batches')
        .set({ name: isSecond ? 'Second' : 'First' })
        .where('id', '=', batch)
        .execute()
    })
  await turn(false)
  let isDone = false
  const turning = (async () => {
    for (let n = 0; !isDone; n += 1) await turn(n % 2 === 0)
  })()
  const snapshots = []
  for (let n = 0; n < 40; n += 1) snapshots.push(await readSnapshot(at.db, callerAs('admin'), { batch_id: batch }, 75))
  isDone = true
  await turning
  const seen = snapshots.map(({ batch: { name }, rows }) => {
    const present = rows.filter(({ conditions }) => conditions.some(({ figure }) => figure === 100))
    return `${name} ${present.map(({ student_id }) => (student_id === ali.id ? 'ali' : 'sana'))}`
  })
  expect([...new Set(seen)].sort()).toEqual(['First sana', 'Second ali'])
  await turn(true)
  await at.db.updateTable('batches').set({ name: 'Batch 2023' }).where('id', '=', batch).execute()
})

test('of two lists is told who came, who left, and which verdict, figure, rule or exemption changed', async () => {
  const former = await freeze(principal, { batch_id: batch, title: 'Before' })
  const leila = await student(wards)
  await at.make.entry(session, leila.id)
  const { body: rule } = await principal.post('/eligibility/rules', {
    batch_id: batch,
    attendance: 80,
    logbook: null,
    assessments: null,
    tasks: null,
  })
  await at.db
    .updateTable('attendance_submissions')
    .set({ status: 'present' })
    .where('student_id', '=', sana.id)
    .execute()
  await at.db.updateTable('students').set({ status: 'inactive' }).where('id', '=', ali.id).execute()
  const later = await freeze()
  for (const path of [`${former.id}/differences?with=${later.id}`, `${later.id}/differences?with=${former.id}`]) {
    const { data, meta } = (await admin.get(`/eligibility/lists/${path}`)).body
    expect(meta.total).toBe(3)
    const of = (id: number) => data.find(({ student_id }: ListDifference) => student_id === id)
    expect(of(leila.id)).toMatchObject({ kinds: ['came'], verdict: { from: null, to: 'eligible' }, conditions: [] })
    expect(of(ali.id)).toMatchObject({ kinds: ['left'], verdict: { to: null } })
    expect(of(sana.id)).toMatchObject({
      name: expect.any(String),
      kinds: ['verdict', 'figure', 'rule'],
      verdict: { from: 'not_eligible', to: 'eligible' },
      conditions: [
        {
          condition: 'attendance',
          department: { name: 'Medicine' },
          from: { reached: 0, of: 1, figure: 0, minimum: 75, verdict: 'missed', exemption: null },
          to: { reached: 1, of: 1, figure: 100, minimum: 80, verdict: 'met', exemption: null },
        },
      ],
    })
  }
  const counted = (await admin.get(`/eligibility/lists/${former.id}/differences/counts?with=${later.id}`)).body.data
  expect(counted).toMatchObject({
    former: { number: former.number },
    later: { number: later.number },
    counts: { came: 1, left: 1, verdict: 1, figure: 1, rule: 1, exemption: 0 },
    rules: [
      { department: null, condition: 'attendance', from: 75, to: 80 },
      { department: null, condition: 'logbook', from: 100, to: null },
    ],
  })
  const left = await admin.get(`/eligibility/lists/${former.id}/differences?with=${later.id}&kind=left`)
  expect(left.body.data.map(({ student_id }: ListDifference) => student_id)).toEqual([ali.id])
  // The former one is replaced, and can be read all the same.
  const again = (await admin.get(`/eligibility/lists/${former.id}`)).body.data
  expect(again).toMatchObject({ state: 'replaced', replaced_by: later.number, counts: former.counts })
  expect(await rowOf(former, ali)).toBeDefined()
  await principal.delete(`/eligibility/rules/${rule.data.id}`)
  await at.db.updateTable('students').set({ status: 'active' }).where('id', '=', ali.id).execute()
})

test('who freezes, and who reads which list', async () => {
  await at.make.entry(await at.make.session(theatre, { status: 'completed', activity_date: '2026-02-03' }), ali.id)
  const whole = await freeze()
  const own = await freeze(admin, { batch_id: batch, department_id: medicine })
  const foreign = await freeze(admin, { batch_id: batch, department_id: surgery })
  // The list of a department takes no other's place.
  expect((await admin.get(`/eligibility/lists/${whole.id}`)).body.data.state).toBe('stands')
  expect(own.rules).toEqual([
    { department: { id: medicine, name: 'Medicine' }, attendance: 75, logbook: 100, assessments: null, tasks: null },
  ])
  const departments = (await rowsOf(own)).flatMap(({ conditions }) => conditions.map(({ department }) => department.id))
  expect(new Set(departments)).toEqual(new Set([medicine]))
  const seen = async (by: Client) =>
    (await by.get(`/eligibility/lists?batch_id=${batch}&per_page=3`)).body.data.map(({ id }: { id: number }) => id)
  for (const by of [admin, principal, affairs]) expect(await seen(by)).toEqual([foreign.id, own.id, whole.id])
  expect(await seen(hod)).toEqual([own.id])
  expect(await seen(surgeon)).toEqual([foreign.id])
  for (const path of ['', '/rows', '/export/pdf', '/export/xlsx', `/differences?with=${own.id}`]) {
    for (const by of [hod, surgeon]) expect((await by.get(`/eligibility/lists/${whole.id}${path}`)).status).toBe(404)
    expect((await surgeon.get(`/eligibility/lists/${own.id}${path}`)).status).toBe(404)
    expect((await hod.get(`/eligibility/lists/${own.id}${path}`)).status).toBe(200)
    for (const by of [faculty, ali.caller])
      expect((await by.get(`/eligibility/lists/${own.id}${path}`)).status).toBe(403)
  }
  expect((await hod.get(`/eligibility/lists/${own.id}/differences?with=${whole.id}`)).status).toBe(404)
  expect((await admin.get(`/eligibility/lists/${own.id}/differences?with=${whole.id}`)).body.errors).toEqual({
    with: ['Only lists of one batch and department can be compared'],
  })
  for (const by of [affairs, hod, faculty, ali.caller])
    expect((await by.post('/eligibility/lists', { batch_id: batch })).status).toBe(403)
  const within = await (await at.as('principal', medicine)).post('/eligibility/lists', { batch_id: batch })
  expect([within.status, within.body.message]).toEqual([403, 'Lists are frozen by people who see the whole college.'])
  const withdraw = (by: Client) =>
    by.post(`/verified-documents/${own.document_id}/withdrawal`, { reason: 'A register was wrong' })
  expect((await withdraw(affairs)).status).toBe(403)
  expect((await withdraw(principal)).body.data).toMatchObject({ state: 'withdrawn', student_id: null })
  expect((await hod.get(`/eligibility/lists/${own.id}`)).body.data).toMatchObject({
    state: 'withdrawn',
    reason: 'A register was wrong',
  })
  const mine = JSON.parse((await ali.caller.get(`/users/${ali.userId}/personal-data`)).raw.toString())
  expect(mine.frozen_eligibility.map(({ number }: { number: string }) => number)).toContain(whole.number)
  expect(JSON.stringify(mine.frozen_eligibility)).not.toContain(sana.rollNo)
})

test('what can’t be frozen names its field, and of lists that are frozen at once one stands', async () => {
  const refused = async (body: object) => (await admin.post('/eligibility/lists', body)).body.errors
  expect(await refused({})).toEqual({ batch_id: ['Batch is required'] })
  expect(await refused({ batch_id: 999_999 })).toEqual({ batch_id: ['Batch does not exist'] })
  const nowhere = await refused({ batch_id: batch, department_id: 999_999 })
  expect(nowhere).toEqual({ department_id: ['Department does not exist'] })
  const empty = await refused({ batch_id: await at.make.batch() })
  expect(empty).toEqual({ batch_id: ['There is no active student to judge'] })
  const answers = await Promise.all(
    [admin, principal, admin].map((by) => by.post('/eligibility/lists', { batch_id: batch, title: 'At once' })),
  )
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  const { data } = (await admin.get(`/eligibility/lists?batch_id=${batch}`)).body
  const standing = data.filter((one: FrozenListWithRules) => one.department === null && one.state === 'stands')
  expect(standing).toHaveLength(1)
  const isEarlier = ({ department, frozen_at }: FrozenListWithRules) =>
    department !== null || frozen_at <= standing[0].frozen_at
  expect(data.every(isEarlier)).toBe(true)
  // Three at once make one list. A second press makes no other, and uses up no number.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const last = () => at.db.selectFrom('document_numbers').select('last').executeTakeFirst()
  const before = await last()
  const again = await admin.post('/eligibility/lists', { batch_id: batch, title: 'At once' })
  const message = `List ${standing[0].number} says the same, and was frozen less than a minute ago.`
  expect([again.status, again.body.message, await last()]).toEqual([409, message, before])
  expect((await admin.post('/eligibility/lists', { batch_id: batch, title: 'For the board' })).status).toBe(201)
})
