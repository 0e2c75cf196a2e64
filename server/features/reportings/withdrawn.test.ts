import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setRetention } from '../../db/retention.ts'
import { furnished } from '../../testing/college.ts'
import { entryForm, filed, staffIdOf } from '../../testing/reportings.ts'
import { sealTrail } from '../audit/seals.writes.ts'
import { checkTrail } from '../audit/trail-check.reads.ts'
import { sweepWithdrawn } from './sweeping.ts'

const { at, admin, hod, faculty, student } = await furnished()
const assigned_to = await staffIdOf(at, hod)

/** Moves back the time when a case was withdrawn. The database sets it, but its owner may say otherwise. */
async function age(id: number, days: number): Promise<void> {
  await at.db.transaction().execute(async (tx) => {
    await sql`alter table reportings disable trigger user`.execute(tx)
    await sql`update reportings set withdrawn_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(tx)
    await sql`alter table reportings enable trigger user`.execute(tx)
  })
}

/** A case with words and evidence, withdrawn so many days ago. */
async function withdrawn(studentId: number, days: number) {
  const made = await filed(faculty, { student_id: studentId, assigned_to, title: 'Whisper', is_confidential: true })
  const sent = await faculty.upload(
    `/reportings/${made.id}/entries`,
    entryForm('Whispered too', { name: 'seen.pdf', content: '%PDF-1.4\n' }),
  )
  expect(sent.status).toBe(201)
  expect((await faculty.delete(`/reportings/${made.id}`)).status).toBe(200)
  await age(made.id, days)
  return made as { id: number; case_number: string }
}
const listed = async () => (await admin.get('/reportings/withdrawn')).body.data.map(({ id }: { id: number }) => id)
const total = async () => (await admin.get('/reportings')).body.meta.total

test('a withdrawn case is removed after its days, with its file and what the trail says of it, and its number stays used', async () => {
  const about = await student()
  const kept = await filed(faculty, { student_id: (await student()).id, assigned_to })
  const old = await withdrawn(about.id, 400)
  const young = await withdrawn((await student()).id, 300)
  const before = await total()
  await sealTrail(at.plainDb)

  await sweepWithdrawn(at.plainDb)
  expect(await listed()).toEqual([young.id, old.id])
  await setRetention(at.db, { WITHDRAWN_CASES_KEEP: 365 })
  await sweepWithdrawn(at.plainDb)
  expect(await listed()).toEqual([young.id])
  expect((await admin.get(`/reportings/withdrawn/${old.id}/print`)).status).toBe(404)
  expect(await total()).toBe(before)
  for (const table of ['reporting_entries', 'reporting_assignees'] as const)
    expect(await at.db.selectFrom(table).selectAll().where('reporting_id', '=', old.id).execute()).toEqual([])
  expect(await at.count('reporting_files')).toBe(1)
  expect(await at.trailOf('reporting', old.id)).toEqual([])
  expect(await at.trailOf('reporting', young.id)).not.toEqual([])
  const words = await sql<{ n: number }>`select count(*)::int as n from audit
    where changes::text like '%Whisper%' and entity_id <> ${young.id}`.execute(at.db)
  expect(words.rows[0]?.n).toBe(0)
  expect(await at.trailOf('trail', old.id)).toMatchObject([
    { action: 'remove', actor: null, changes: { case_number: [old.case_number, null] } },
  ])

  // The chain still proves the rest.
  await sealTrail(at.plainDb)
  const lines: string[] = []
  await checkTrail(at.plainDb, { heads: [], isServed: true }, (line) => lines.push(line))
  expect(lines).toEqual([])

  const next = await filed(faculty, { student_id: (await student()).id, assigned_to })
  expect([kept.case_number, old.case_number, young.case_number]).not.toContain(next.case_number)
  expect(await total()).toBe(before + 1)
  // Nothing of them keeps the student from being deleted any more.
  expect((await admin.delete(`/students/${about.id}`)).status).toBe(200)
})

test('the app removes no case by itself', async () => {
  const { id } = await withdrawn((await student()).id, 400)
  await setRetention(at.db, {})
  await sweepWithdrawn(at.plainDb)
  expect(await listed()).toContain(id)
  for (const table of ['reporting_entries', 'reporting_files'])
    await expect(sql`delete from ${sql.table(table)}`.execute(at.plainDb)).rejects.toThrow('permission denied')
})

test('a captured connection of the app has no case removed before its time: when it was withdrawn the database says', async () => {
  await setRetention(at.db, { WITHDRAWN_CASES_KEEP: 30 })
  await sweepWithdrawn(at.plainDb)
  const long = sql<string>`timestamptz '2000-01-01'`
  const live = await filed(faculty, { student_id: (await student()).id, assigned_to })
  const young = await withdrawn((await student()).id, 29)
  const change = (id: number, values: object) =>
    at.plainDb.updateTable('reportings').set(values).where('id', '=', id).execute()
  await change(live.id, { withdrawn_at: long, withdrawn_by: hod.userId })
  for (const values of [
    { withdrawn_at: long },
    { withdrawn_at: null, withdrawn_by: null },
    { withdrawn_at: sql`now()` },
  ])
    await expect(change(young.id, values)).rejects.toThrow('a withdrawn case stays so')
  await expect(change(live.id, { withdrawn_at: long })).rejects.toThrow('a withdrawn case stays so')
  await sweepWithdrawn(at.plainDb)
  expect(await listed()).toEqual([live.id, young.id])
  const { withdrawn_at } = (await at.stored('reportings', live.id)) ?? {}
  expect(Date.now() - Date.parse(String(withdrawn_at))).toBeLessThan(60_000)
  expect(await at.trailOf('reporting', live.id)).not.toEqual([])

  // Nor is another put in its place, or one that never was.
  const put = (values: string) =>
    sql`insert into reportings (id, case_number, title, description, student_id, assigned_to, reported_by,
      current_level, withdrawn_at, withdrawn_by) overriding system value select ${sql.raw(values)}, title, description,
      student_id, assigned_to, reported_by, current_level, '2000-01-01', reported_by from reportings where id = ${live.id}`
  await expect(put(`id, 'CASE-2020-1'`).execute(at.plainDb)).rejects.toThrow('duplicate key')
  for (const attempt of ['delete from reportings', 'update reportings set id = default'])
    await expect(sql.raw(attempt).execute(at.plainDb)).rejects.toThrow('violates foreign key')
  await put(`9999, 'CASE-2020-1'`).execute(at.plainDb)
  expect(await listed()).toContain(9999)
  await sweepWithdrawn(at.plainDb)
  expect(await listed()).toEqual([live.id, young.id])
})
