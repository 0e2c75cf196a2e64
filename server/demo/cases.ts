import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db, Tables } from '../db/types.ts'
import { fileTypeOf } from '../files/file-types.ts'
import { type CasePlan, castOf, planCase } from './case-plans.ts'
import { type Evidence, STORIES, type Story } from './case-stories.ts'
import type { College } from './college.ts'
import { insertForIds, insertRows } from './insert.ts'
import { makePdf } from './pdf.ts'
import { makePicture } from './picture.ts'
import { randomFrom } from './random.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

function bytesOf(file: Evidence): Buffer {
  if ('points' in file) return makePdf(file.name.slice(0, -4), [], file.points)
  if ('bars' in file) return makePicture(file.bars)
  return Buffer.from(`${file.lines.join('\n')}\n`)
}

function studentOf({ about }: Story, students: Student[], { batches }: College): Student {
  const found =
    about === 'demo'
      ? students.find(({ isDemo }) => isDemo)
      : students.filter(({ batch }) => batch.id === batches[about[0]]?.id)[about[1] - 1]
  if (!found) throw new Error('Nobody whom the case is about')
  return found
}

/** CASE-2026-00007: numbered in the order in which they were filed, from one in each year. */
async function insertNumbered(tx: Db, cases: CasePlan[]): Promise<number[]> {
  const last = new Map<number, number>()
  const numbered = cases.map(({ row, reportedAt }) => {
    const year = Number(reportedAt.slice(0, 4))
    const number = (last.get(year) ?? 0) + 1
    last.set(year, number)
    // Nobody is mailed about what they have had for days.
    return { ...row, mailed_to: row.assigned_to, case_number: `CASE-${year}-${String(number).padStart(5, '0')}` }
  })
  await insertRows(
    tx,
    'reporting_numbers',
    [...last].map(([year, number]) => ({ year, last: number })),
  )
  return insertForIds(tx, 'reportings', numbered)
}

/** Incident cases in every state, with what happened to each and the evidence; a withdrawn one is not counted. */
export async function fillCases(
  tx: Db,
  college: College,
  staff: StaffMember[],
  students: Student[],
  putFile: (bytes: Buffer) => Promise<string>,
): Promise<number> {
  const random = randomFrom(1929)
  const cast = castOf(staff)
  const cases = STORIES.map((story) =>
    planCase(story, cast, studentOf(story, students, college), college.today, random),
  )
  cases.sort((a, b) => (a.reportedAt < b.reportedAt ? -1 : a.reportedAt > b.reportedAt ? 1 : 0))
  const ids = await insertNumbered(tx, cases)
  const idOf = (index: number) => ids[index] as number
  await insertRows(
    tx,
    'reporting_assignees',
    cases.flatMap(({ holders }, index) => [...holders].map((staff_id) => ({ reporting_id: idOf(index), staff_id }))),
  )
  const entries = cases.flatMap(({ entries: all }, index) => all.map((one) => ({ ...one, reporting_id: idOf(index) })))
  const entryIds = await insertForIds(
    tx,
    'reporting_entries',
    entries.map(({ files: _files, ...entry }) => entry),
  )
  const files = entries.flatMap((entry, index) =>
    entry.files.map((file, position) => ({ name: file.name, position, bytes: bytesOf(file), at: index })),
  )
  const rows: Insertable<Tables['reporting_files']>[] = []
  for (const { name, position, bytes, at } of files)
    rows.push({
      name,
      position,
      reporting_entry_id: entryIds[at] as number,
      type: fileTypeOf(name, bytes),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: await putFile(bytes),
    })
  await insertRows(tx, 'reporting_files', rows)
  const trail = cases.flatMap(({ trail: all }, index) =>
    all.map((one) => ({ ...one, entity: 'reporting', entity_id: idOf(index) })),
  )
  await insertRows(
    tx,
    'audit',
    trail.sort((a, b) => (String(a.at) < String(b.at) ? -1 : String(a.at) > String(b.at) ? 1 : 0)),
  )
  return cases.filter(({ row }) => !row.withdrawn_at).length
}
