import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { entryForm, filed, staffIdOf } from '../../testing/reportings.ts'

const { at, admin, hod, faculty, surgeon, principal, student } = await furnished()
const teacher = await staffIdOf(at, faculty)
const MB = 1024 * 1024

const report = (student_id: number) => ({
  title: 'Absent from the ward',
  description: 'Nobody answered the bell.',
  category: 'other',
  severity: 'medium',
  student_id,
  assigned_to: teacher,
})
const times = <T>(n: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const statusesOf = (answers: { status: number }[]) => {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}
const fileMany = (reporter: Client, studentId: number, n: number) =>
  times(n, () => reporter.post('/reportings', report(studentId)))

/** Writes entries into the file of a case, without the call. */
const addEntries = async (id: number, n: number, entry: { kind?: 'comment' | 'escalated'; text?: string } = {}) => {
  const author = admin.userId
  const rows = Array.from({ length: n }, (_, index) => ({
    reporting_id: id,
    author_id: author,
    kind: entry.kind ?? ('comment' as const),
    text: `${index} ${entry.text ?? 'Seen'}`,
    ...(entry.kind === 'escalated' ? { staff_id: teacher, level: 'faculty' as const } : {}),
  }))
  const ids: number[] = []
  for (let from = 0; from < n; from += 200)
    for (const { id: made } of await at.db
      .insertInto('reporting_entries')
      .values(rows.slice(from, from + 200))
      .returning('id')
      .execute())
      ids.push(made)
  return ids
}
const addEvidence = async (id: number, n: number, size: number) => {
  const [entry = 0] = await addEntries(id, 1)
  const rows = Array.from({ length: n }, (_, position) => ({
    reporting_entry_id: entry,
    position,
    name: `${position}.pdf`,
    type: 'application/pdf',
    size,
    sha256: Buffer.alloc(32),
    storage_key: `none-${id}-${position}`,
  }))
  await at.db.insertInto('reporting_files').values(rows).execute()
}

describe('reports', () => {
  test('one person files 20 in a day, also when more are sent at once', async () => {
    const { id } = await student()
    const answers = await fileMany(hod, id, 26)
    expect(statusesOf(answers)).toEqual({ 201: 20, 429: 6 })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toEqual({
      message:
        'You have added 20 reports today, the most that one person may add in a day. Please go on tomorrow, or ask an administrator.',
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    // A refused report leaves nothing: no gap in the numbers, no mail.
    const { n } = await at.db
      .selectFrom('reportings')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('reported_by', '=', hod.userId)
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(20)
  })

  test('what the day of before has had is not counted, and an administrator files more', async () => {
    const { id } = await student()
    await fileMany(surgeon, id, 20)
    expect((await surgeon.post('/reportings', report(id))).status).toBe(429)
    await at.db.updateTable('day_amounts').set({ day: '2020-01-01' }).where('user_id', '=', surgeon.userId).execute()
    expect((await surgeon.post('/reportings', report(id))).status).toBe(201)
    expect(statusesOf(await fileMany(admin, id, 22))).toEqual({ 201: 22 })
  })

  test('a student has ten that are not resolved', async () => {
    const { id, caller } = await student()
    const answers = await fileMany(caller, id, 13)
    expect(statusesOf(answers)).toEqual({ 201: 10, 409: 3 })
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(
      /^You have 10 reports that are not resolved/,
    )
    const first = answers.find(({ status }) => status === 201)?.body.data.id
    await caller.delete(`/reportings/${first}`)
    expect((await caller.post('/reportings', report(id))).status).toBe(201)
  })
})

describe('the file of a case', () => {
  const open = async () => {
    const concerned = await student()
    const { id } = await filed(principal, { student_id: concerned.id, assigned_to: teacher })
    return { id, concerned: concerned.caller, path: `/reportings/${id}/entries` }
  }

  test('takes 200 entries, also when more are sent at once, and can be ended all the same', async () => {
    const { id, path, concerned } = await open()
    await addEntries(id, 197)
    const answers = await times(6, (index) => (index % 2 ? concerned : faculty).upload(path, entryForm('Seen')))
    expect(statusesOf(answers)).toEqual({ 201: 3, 409: 3 })
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'This report has 200 entries, the most that one may have. Please file another report for what is new.',
    )
    expect((await admin.put(`/reportings/${id}`, { title: 'Another' })).status).toBe(409)
    expect((await faculty.put(`/reportings/${id}`, { status: 'under_review', initial_response: 'Yes' })).status).toBe(
      200,
    )
    expect((await faculty.put(`/reportings/${id}`, { status: 'resolved', resolution_notes: 'Done' })).status).toBe(200)
  })

  test('changes its state 200 times, and is ended then', async () => {
    const { id } = await open()
    await addEntries(id, 200, { kind: 'escalated' })
    const answer = await faculty.put(`/reportings/${id}`, { status: 'under_review', initial_response: 'Yes' })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'The state of this report has changed 200 times, the most that it may. It can only be resolved or closed.',
    ])
    expect((await faculty.put(`/reportings/${id}`, { status: 'resolved', resolution_notes: 'Done' })).status).toBe(200)
    expect((await principal.put(`/reportings/${id}`, { status: 'reopened' })).status).toBe(409)
    expect((await principal.put(`/reportings/${id}`, { status: 'closed' })).status).toBe(200)
  })

  test('takes 100 files and 200 MB of evidence', async () => {
    const file = { name: 'a.pdf', content: '%PDF-1.4\n' }
    const [many, large] = [await open(), await open()]
    await addEvidence(many.id, 98, 10)
    const two = await times(4, () => many.concerned.upload(many.path, entryForm('Seen', file)))
    expect(statusesOf(two)).toEqual({ 201: 2, 409: 2 })
    await addEvidence(large.id, 20, 10 * MB)
    const refused = await large.concerned.upload(large.path, entryForm('Seen', file))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The evidence of this report may have 200 MB in all. There is no room for these files.',
    ])
    expect((await large.concerned.upload(large.path, entryForm('Seen'))).status).toBe(201)
  })

  test('takes 500 MB of evidence from one person in a day', async () => {
    const { path, concerned } = await open()
    const upload = () => concerned.upload(path, entryForm('Seen', { name: 'a.pdf', content: '%PDF-1.4\n' }))
    expect((await upload()).status).toBe(201)
    await at.db
      .updateTable('day_amounts')
      .set({ amount: 500 * MB })
      .where('user_id', '=', concerned.userId)
      .where('what', '=', 'evidence bytes')
      .execute()
    const refused = await upload()
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You have added 500 MB of evidence today, the most that one person may add in a day. Please go on tomorrow.',
    ])
  })

  test('is printed however long it is, with its newest entries and how many are left out', async () => {
    const { id } = await open()
    await addEntries(id, 1_200, { text: 'طالب علم وارڈ میں نو بجے دیکھا گیا۔ '.repeat(130) })
    const { status, raw } = await principal.get(`/reportings/${id}/print`)
    expect(status).toBe(200)
    const text = textOfPdf(raw)
      .flat()
      .map((line) => line.text)
      .join(' ')
    const [, printed, total] = /Only the newest (\d+) of (\d+) entries are printed here/.exec(text) ?? []
    expect(Number(total)).toBe(1_202)
    expect(Number(printed)).toBeGreaterThan(20)
    expect(text).toContain('1199 ')
  }, 60_000)
})
