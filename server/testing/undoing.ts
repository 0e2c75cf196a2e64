import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from './app.ts'
import { eventsOf, preview, upload } from './imports.ts'

/** Imports a file; the id by which it can be undone. */
export async function importedId(
  caller: Client,
  kind: string,
  text: string,
  fields: Record<string, string> = {},
): Promise<number> {
  const { digest } = await preview(caller, kind, text, fields)
  const done = eventsOf(await caller.upload(`/imports/${kind}`, upload(text, { digest, ...fields }))).at(-1)
  expect(done).toMatchObject({ type: 'done', import_id: expect.any(Number) })
  return (done as { import_id: number }).import_id
}

export const making = (...names: [field: string, name: string, as: string | null][]) => ({
  making: JSON.stringify(names.map(([field, name, as]) => ({ field, name, as }))),
})

export const undo = (caller: Client, kind: string, id: number): Promise<Answer> =>
  caller.post(`/imports/${kind}/${id}/undo`)

const WRITTEN = `students staff skills users user_roles student_batches student_groups batches groups departments
  designations own_values`.split(/\s+/)

/** All that an import may write, but for the times of the last changes, the ids of own values, which others replace, and the trail. */
export async function writtenState(at: TestApp): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {}
  for (const table of WRITTEN) {
    const { rows } = await sql<{
      row: string
    }>`select (to_jsonb(t) - 'updated_at' - ${table === 'own_values' ? 'id' : ''})::text as row
      from ${sql.table(table)} t order by 1`.execute(at.db)
    state[table] = rows.map(({ row }) => row)
  }
  return state
}
