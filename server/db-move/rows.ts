import type pg from 'pg'
import { loadTables } from '../backup/loading.ts'
import type { TableOf } from '../backup/manifest.ts'
import { numberText, progressOf } from '../backup/progress.ts'
import { migrationsOf, rowsOut, sequencesOf, tablesOf } from '../backup/tables.ts'
import { firstUnknownMigration } from '../backup/verify.ts'
import { passSummed, sumOf } from '../backup/writing.ts'

type Say = (line: string) => void

/** Every table with how many rows it has, and the SHA-256 of their text. */
async function summed(client: pg.Client, say: Say): Promise<TableOf[]> {
  const tell = progressOf(say)
  const tables: TableOf[] = []
  let rows = 0
  for (const table of await tablesOf(client)) {
    const source = rowsOut(client, table)
    const sum = await sumOf(source)
    tables.push({ ...table, rows: source.rowCount, ...sum })
    rows += source.rowCount
    tell(() => `  ${numberText(rows)} rows read`)
  }
  return tables
}

/**
 * Moves every row into an empty database, in one transaction. Before it ends, what lies there is read again: a table has as
 * many rows as where it comes from, and their text the same SHA-256. Nothing changes where they come from.
 * @throws Error with one line for people; then nothing is in the other database
 */
export async function moveRows(from: pg.Client, to: pg.PoolConfig, say: Say): Promise<TableOf[]> {
  await from.query('begin isolation level repeatable read, read only')
  const migrations = await migrationsOf(from)
  const unknown = firstUnknownMigration(migrations)
  if (unknown !== undefined)
    throw new Error(
      `the embedded database is of a newer Clinical eLog, with the migration ${unknown}: move it with that version`,
    )
  const tables = await summed(from, say)
  const sequences = await sequencesOf(from)
  await loadTables(to, {
    migrations,
    tables,
    sequences,
    say,
    lead: async (table, target) => (await passSummed(rowsOut(from, table), target)).sha256,
    check: async (client) => {
      say('Comparing …')
      const there = await summed(client, say)
      for (const table of tables) {
        const found = there.find(({ name }) => name === table.name)
        if (found?.rows !== table.rows || found.sha256 !== table.sha256)
          throw new Error(`the table ${table.name} is not there as it was here`)
      }
    },
  })
  await from.query('commit')
  return tables
}
