import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { FrozenListWithRules } from '../../../shared/contract/eligibility-lists.ts'
import { codeText } from '../../../shared/verification-code.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { boardDocument } from './board.ts'
import { addFrozenList } from './eligibility.walks.ts'

const { at, admin, principal, affairs, hod, surgeon, faculty, student, medicine, batch, wards } = await furnished({
  environment: { PUBLIC_URL: 'https://elog.test' },
})

let ali: Awaited<ReturnType<typeof student>>
let sana: typeof ali

beforeAll(async () => {
  ali = await student(wards)
  sana = await student(wards)
  const session = await at.make.session(wards, { status: 'completed', activity_date: '2026-02-02' })
  await at.make.entry(session, ali.id)
  await at.make.entry(session, sana.id, { status: 'absent' })
  const reason = 'Long stay in hospital'
  const body = { student_id: sana.id, condition: 'attendance', department_id: null, reason }
  expect((await principal.post('/eligibility/exemptions', body)).status).toBe(201)
})

const freeze = async (body: object = {}): Promise<FrozenListWithRules> =>
  (await principal.post('/eligibility/lists', { batch_id: batch, ...body })).body.data
const boardOf = ({ id }: { id: number }, by: Client = admin) => by.get(`/eligibility/lists/${id}/export/board`)
const textOf = (pdf: Buffer) =>
  textOfPdf(pdf)
    .flatMap((page) => page.map(({ text }) => text))
    .join('\n')

test('the names for the board have number, code and verdicts of the list, without figures, rules and reasons', async () => {
  const list = await freeze({ title: 'Final examination' })
  const { raw, headers, status } = await boardOf(list)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain(`eligibility-board-${list.number}.pdf`)
  const text = textOf(raw)
  const rows = (await admin.get(`/eligibility/lists/${list.id}/rows`)).body.data
  const named = (who: typeof ali) => rows.find(({ student_id }: { student_id: number }) => student_id === who.id)
  for (const part of [
    'Final examination',
    'Batch 2023',
    'Eligible 1, Exempted 1',
    `${ali.rollNo} | ${named(ali).name} | Eligible`,
    `${sana.rollNo} | ${named(sana).name} | Exempted`,
    `Document ${list.number} · ${codeText(list.verification_code)}`,
    `https://elog.test/verify/${list.verification_code}`,
    'Page 1 of 1',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/%|hospital|attendance/i)
})

test('a stranger is told of it by the code of the list, and the trail has its SHA-256', async () => {
  const list = await freeze({ title: 'For strangers' })
  const sha256 = createHash('sha256')
    .update((await boardOf(list)).raw)
    .digest('hex')
  expect(sha256).not.toBe(list.sha256)
  expect(list.board_sha256).toBe(sha256)
  const checked = (await at.nobody.get(`/verify/${list.verification_code}`)).body.data
  expect(checked).toMatchObject({ kind: 'eligibility-list', sha256: list.sha256, board_sha256: sha256 })
  expect((await at.trailOf('eligibility_list', list.id))[0]).toMatchObject({
    changes: { board_sha256: [null, sha256] },
  })
})

test('it stays as it was, whatever changes, and a later list has another one', async () => {
  const former = await freeze({ title: 'Before' })
  const { raw } = await boardOf(former)
  await at.db.updateTable('attendance_submissions').set({ status: 'absent' }).where('student_id', '=', ali.id).execute()
  const later = await freeze({ title: 'After' })
  expect((await boardOf(former)).raw.equals(raw)).toBe(true)
  expect(textOf((await boardOf(later)).raw)).toContain('Not eligible 1')
  await expect(at.plainDb.deleteFrom('eligibility_list_boards').execute()).rejects.toThrow(/permission denied/)
  await expect(at.plainDb.updateTable('eligibility_list_boards').set({ size: 1 }).execute()).rejects.toThrow(
    /permission denied/,
  )
})

test('who reads the list reads it, and a list of before has none', async () => {
  const whole = await freeze({ title: 'Whole' })
  const own = await freeze({ department_id: medicine })
  for (const by of [admin, principal, affairs]) expect((await boardOf(whole, by)).status).toBe(200)
  for (const by of [hod, surgeon]) expect((await boardOf(whole, by)).status).toBe(404)
  expect([(await boardOf(own, hod)).status, (await boardOf(own, surgeon)).status]).toEqual([200, 404])
  for (const by of [faculty, ali.caller]) expect((await boardOf(own, by)).status).toBe(403)
  expect((await boardOf(own, at.nobody)).status).toBe(401)
  const old = await addFrozenList(at.db, { batch_id: batch, department_id: null })
  expect((await admin.get(`/eligibility/lists/${old}`)).body.data.board_sha256).toBeNull()
  const { status, body } = await boardOf({ id: old })
  expect([status, body.message]).toEqual([404, 'File not found.'])
})

test('whether somebody can still reach a minimum is told as not eligible yet', () => {
  const verdicts = ['eligible', 'on_course', 'at_risk', 'not_eligible', 'exempted', 'unjudged'] as const
  const rows = verdicts.map((verdict, student_id) => ({
    student_id,
    name: 'A student',
    roll_no: null,
    batch: { id: 1, name: 'Batch' },
    verdict,
    conditions: [],
  }))
  const snapshot = {
    title: null,
    batch: { id: 1, name: 'Batch' },
    department: null,
    rules: [],
    rows,
    frozen_at: '2026-03-02T05:00:00Z',
  }
  const { parts } = boardDocument(snapshot, { college: 'College', timezone: 'Asia/Karachi' })
  expect(parts[0]?.table?.rows.map(([, , word]) => word)).toEqual([
    'Eligible',
    'Not yet eligible',
    'Not yet eligible',
    'Not eligible',
    'Exempted',
    'Not judged',
  ])
})
