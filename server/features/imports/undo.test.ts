import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PastImport } from '../../../shared/contract/imports.ts'
import type { Client } from '../../testing/app.ts'
import { awaitingPeople, csv, eventsOf, preview, upload } from '../../testing/imports.ts'
import { sweepImports } from './history.writes.ts'

const { at, admin, affairs } = await awaitingPeople()
const medicine: { id: number } = (await admin.get('/departments?q=Medicine')).body.data[0]
const inMedicine = `group:${medicine.id}`
const batchOf = async (name: string): Promise<{ id: number }> => (await admin.get(`/batches?q=${name}`)).body.data[0]

/** Imports a file; the id by which it can be undone. */
async function run(caller: Client, kind: string, text: string, fields: Record<string, string> = {}): Promise<number> {
  const { digest } = await preview(caller, kind, text, fields)
  const done = eventsOf(await caller.upload(`/imports/${kind}`, upload(text, { digest, ...fields }))).at(-1)
  expect(done).toMatchObject({ type: 'done', import_id: expect.any(Number) })
  return (done as { import_id: number }).import_id
}
const making = (...names: [field: string, name: string, as: string | null][]) => ({
  making: JSON.stringify(names.map(([field, name, as]) => ({ field, name, as }))),
})
const undo = (caller: Client, kind: string, id: number) => caller.post(`/imports/${kind}/${id}/undo`)
const studentOf = async (rollNo: string) => (await admin.get(`/students?q=${rollNo}`)).body.data[0]

/** All that an import may write, but for the times of a record's last change and the trail. */
async function stateOf() {
  const tables = ['students', 'staff', 'skills', 'users', 'user_roles', 'student_batches', 'student_groups', 'batches']
  const state: Record<string, unknown> = {}
  for (const table of [...tables, 'groups', 'departments', 'designations']) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) - 'updated_at' as row
      from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(at.db)
    state[table] = rows
      .map(({ row }) => row)
      .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
  }
  return state
}

describe('an import that is undone', () => {
  test('leaves students, groups, links and made names as they were, bit by bit', async () => {
    await run(
      affairs,
      'students',
      csv(
        `Roll No,Name,Email,Batch,Phone,Medicine Group`,
        'MBBS-81001,Ali,ali@undo.test,MBBS 2026,03001234567,Old',
        'MBBS-81002,Sara,sara@undo.test,MBBS 2026,,Old',
        'MBBS-81003,Omar,omar@undo.test,MBBS 2026,,Old',
      ),
      making([inMedicine, 'Old', 'MBBS 2026']),
    )
    const before = await stateOf()
    const id = await run(
      affairs,
      'students',
      csv(
        `Roll No,Name,Email,Batch,Phone,Status,Medicine Group`,
        'MBBS-81001,Ali Raza,ali.raza@undo.test,MBBS 2051,03007654321,on leave,New',
        'MBBS-81002,Sara,sara@undo.test,,,,Other',
        'MBBS-81003,Omar,omar@undo.test,MBBS 2027,,,',
        'MBBS-81004,Zara,zara@undo.test,MBBS 2051,,,New',
      ),
      making(
        ['batch_id', 'MBBS 2051', '1st Year'],
        [inMedicine, 'New', 'MBBS 2051'],
        [inMedicine, 'Other', 'MBBS 2026'],
      ),
    )
    expect(await stateOf()).not.toEqual(before)
    const [listed]: PastImport[] = (await affairs.get('/imports/students/recent')).body.data
    expect(listed).toMatchObject({ id, file_name: 'people.csv', created: 1, updated: 3, unchanged: 0, undone_at: null })

    const { status, body } = await undo(affairs, 'students', id)
    expect([status, body.data?.undone_by, body.message]).toEqual([200, listed?.imported_by, undefined])
    expect(await stateOf()).toEqual(before)
    const again = await undo(affairs, 'students', id)
    expect([again.status, again.body.message]).toEqual([409, 'This import was undone already.'])
    const ali = await studentOf('MBBS-81001')
    const trail = (await at.trailOf('student', ali.id)).map(({ changes }: { changes: object }) => changes)
    expect(trail).toContainEqual({ batch: ['MBBS 2051', 'MBBS 2026'] })
    expect(trail).toContainEqual({ group: ['New', 'Old'] })
    expect(await at.count('import_rows')).toBe(3 + 1)
  })
})

test('what is no longer to be undone is forgotten', async () => {
  await sql`update imports set imported_at = imported_at - interval '13 days'`.execute(at.db)
  await sweepImports(at.db)
  expect(await at.count('imports')).toBeGreaterThan(0)
  await sql`update imports set imported_at = imported_at - interval '2 days'`.execute(at.db)
  expect((await admin.get('/imports/students/recent')).body.data).toEqual([])
  await sweepImports(at.db)
  expect([await at.count('imports'), await at.count('import_rows')]).toEqual([0, 0])
})
