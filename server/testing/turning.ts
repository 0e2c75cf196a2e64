import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from './app.ts'
import { furnished } from './college.ts'

/** A college with batches whose year turns; called once, at the top of a test file. */
export async function turning() {
  const { at, admin, affairs, medicine } = await furnished()

  const versionOf = async (id: number) => (await affairs.get(`/batches/${id}`)).body.data.updated_at
  const promote = async (id: number, input: object, caller = affairs) =>
    caller.post(`/batches/${id}/promote`, { updated_at: await versionOf(id), ...input })
  const undo = async (id: number, caller: Client = affairs) =>
    caller.post(`/batches/${id}/promotion/undo`, { updated_at: await versionOf(id) })
  const studentAt = async (id: number) => (await admin.get(`/students/${id}`)).body.data
  const yearOf = async (id: number) => (await studentAt(id)).current_year
  const turnOf = async (id: number) =>
    (await affairs.get('/batches/turns')).body.data.find(({ batch_id }: { batch_id: number }) => batch_id === id)

  /** All that a turn may write, but for the times of the last changes, and the trail. */
  async function written(): Promise<string[]> {
    const states = ['students', 'student_batches', 'student_groups', 'batches', 'groups'].map((table) =>
      sql<{
        row: string
      }>`select (to_jsonb(t) - 'updated_at')::text as row from ${sql.table(table)} t order by 1`.execute(at.db),
    )
    return (await Promise.all(states)).flatMap(({ rows }) => rows.map(({ row }) => row))
  }

  /** A batch of three with a group, of which the first two are members, and a junior batch with a group. */
  async function college(current_year: '3rd Year' | '5th Year' = '3rd Year') {
    const id = await at.make.batch({ current_year })
    const junior = await at.make.batch({ current_year })
    const [first, second, third] = [await at.make.student(id), await at.make.student(id), await at.make.student(id)]
    const group = await at.make.group(id, medicine)
    const assigned = { group_id: group, student_ids: [first.id, second.id] }
    expect((await affairs.post('/student-groups/assign', assigned)).status).toBe(200)
    return { id, junior, group, first, second, third }
  }

  return { at, admin, affairs, medicine, versionOf, promote, undo, studentAt, yearOf, turnOf, written, college }
}
