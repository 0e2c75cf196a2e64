import { sql } from 'kysely'
import { migrationNames, migrationsIn, refuseNewerThan, wayBackOf } from './migrate.ts'
import type { Tx, WayBack } from './types.ts'

/** Returns those of these migrations that can't be undone. */
export async function withoutWayBack(names: readonly string[]): Promise<string[]> {
  const ways = await Promise.all(names.map(async (name) => ({ name, back: await wayBackOf(name) })))
  return ways.filter(({ back }) => !back).map(({ name }) => name)
}

/** Returns the oldest migration to which this version's schema can go back, or its last one if there is no way. */
export async function oldestReached(): Promise<string> {
  const without = await withoutWayBack(migrationNames)
  return without.at(-1) ?? migrationNames[0] ?? ''
}

/**
 * Undoes each migration after the one that is named, the last one first, in a transaction of the caller's.
 * @returns those that were undone, and in words what was forgotten
 * @throws Error with one line for people when something would be lost or can't be undone; then nothing was written
 */
export async function undoTo(tx: Tx, target: string): Promise<{ undone: string[]; forgotten: string[] }> {
  const done = await migrationsIn(tx)
  refuseNewerThan(done)
  const at = done.indexOf(target)
  if (at < 0) throw new Error(`the database has no migration ${target}: name the last one of the version to go back to`)
  const undone = done.slice(at + 1).toReversed()
  const without = await withoutWayBack(undone)
  if (without.length > 0)
    throw new Error(
      `there is no way back from ${without.join(', ')}: put the backup of before the upgrade back into an empty place (npm run restore)`,
    )
  const lost: string[] = []
  for (const name of undone) lost.push(...(await lostBy(tx, (await wayBackOf(name))?.losing ?? {})))
  if (lost.length > 0) throw new Error(`it would lose what has been made since: ${lost.join(', ')}`)

  const forgotten: string[] = []
  for (const name of undone) {
    const { statements = [], forgetting } = (await wayBackOf(name)) ?? {}
    for (const statement of statements) await sql.raw(statement).execute(tx)
    if (forgetting !== undefined) forgotten.push(forgetting)
    await sql`delete from kysely_migration where name = ${name}`.execute(tx)
  }
  return { undone, forgotten }
}

async function lostBy(tx: Tx, losing: WayBack['losing']): Promise<string[]> {
  const lost: string[] = []
  for (const [words, from] of Object.entries(losing)) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(from)}`.execute(tx)
    const [{ count } = { count: 0 }] = rows
    if (count > 0) lost.push(`${words} (${count})`)
  }
  return lost
}
