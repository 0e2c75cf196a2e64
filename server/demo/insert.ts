import type { Insertable } from 'kysely'
import type { Db, Tables } from '../db/types.ts'

/** Far below the protocol's 65,535 parameters for the widest table here. */
const CHUNK = 1000

type TableWithId = { [T in keyof Tables]: 'id' extends keyof Tables[T] ? T : never }[keyof Tables]

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK)
}

export async function insertRows<T extends keyof Tables>(tx: Db, table: T, rows: Insertable<Tables[T]>[]) {
  for (const chunk of chunks(rows)) {
    await tx
      .insertInto(table)
      .values(chunk as never)
      .execute()
  }
}

/** Inserts rows, many at once; returns their ids in the order of the rows. */
export async function insertForIds<T extends TableWithId>(tx: Db, table: T, rows: Insertable<Tables[T]>[]) {
  const ids: number[] = []
  for (const chunk of chunks(rows)) {
    const inserted = await tx
      .insertInto(table)
      .values(chunk as never)
      .returning('id' as never)
      .execute()
    for (const row of inserted) ids.push((row as { id: number }).id)
  }
  return ids
}
