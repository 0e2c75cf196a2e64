import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../db/types.ts'

export type Fields<T extends keyof Tables> = Partial<Insertable<Tables[T]>>
/** Tables whose rows have an id. */
export type NumberedTable = { [T in keyof Tables]: Tables[T] extends { id: unknown } ? T : never }[keyof Tables]

let count = 0
/** A number that no other record of this run has in its name. */
export const next = () => {
  count += 1
  return count
}
/** Gives the same names once more, where what had them is gone. */
export const countFrom = (n: number) => {
  count = n
}

/** Adds a row; its id. */
export async function add<T extends NumberedTable>(db: Db, table: T, values: Insertable<Tables[T]>): Promise<number> {
  const query = db.insertInto(table as 'departments').values(values as Insertable<Tables['departments']>)
  return (await query.returning('id').executeTakeFirstOrThrow()).id
}
