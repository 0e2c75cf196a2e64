import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { patiently } from '../db/patience.ts'
import { withNext } from '../db/prepared.ts'
import type { Db, Tables, Tx } from '../db/types.ts'
import type { Caller } from './caller.ts'
import { found } from './errors.ts'
import { type Listed, type Paging, readPage } from './paging.ts'
import { studentOf } from './scope.ts'

/** The particulars of a list of records, in the order in which they are used. */
interface Recipe<Filter, KeptDB, KeptTable extends keyof KeptDB, DB, Table extends keyof DB, Row, Record> {
  table: keyof Tables
  /** The name of a record in the 404 of `read` and `lock`. */
  noun?: string
  /**
   * The rows that the caller is shown and that the filter keeps, decided by their own columns. They are what is counted.
   * Without a filter: all that the caller is shown.
   */
  kept: (db: Db, caller: Caller, filter?: Filter) => SelectQueryBuilder<KeptDB, KeptTable, object>
  /** Joins what a record shows of other tables, and selects its columns. Without a filter: for one record. */
  details: (
    kept: SelectQueryBuilder<KeptDB, KeptTable, object>,
    caller: Caller,
    filter?: Filter,
  ) => SelectQueryBuilder<DB, Table, Row>
  /** Keeps fewer by columns of the joined tables; nothing is answered when the filter asks for none. */
  narrowed?: (
    detailed: SelectQueryBuilder<DB, Table, Row>,
    caller: Caller,
    filter: Filter,
  ) => SelectQueryBuilder<DB, Table, Row> | undefined
  /** A total order. */
  order: (query: SelectQueryBuilder<DB, Table, Row>, filter?: Filter) => SelectQueryBuilder<DB, Table, Row>
  /**
   * Makes a record of its row. Names are put together here, for every list: `json_build_object` for each row costs more
   * than the rest of a list. A list within a row is raw SQL: with Kysely's helpers it is longer, and its statement
   * slower to build.
   */
  row: (row: Row, caller: Caller) => Record
  /** Counts otherwise than by the kept rows, if not for this filter. No answer: they are few, and counted as they are read. */
  total?: (caller: Caller, filter: Filter) => RawBuilder<number> | typeof BY_KEPT_ROWS | undefined
  /** While a record is locked for a change, others may begin to refer to it; not when it is locked for its deletion. */
  isOpenToOthers?: boolean
}

/** For `Recipe.total`. */
export const BY_KEPT_ROWS = 'by the kept rows'

/** For `Recipe.row`: the row is the record. */
export const asItIs = <Row>(row: Row): Row => row

/**
 * The reads of a list, from one description of it. A page counts the kept rows and joins those of the page alone. A
 * student's rows are few and counted as they are read: looked for among everybody's, in their order, they might be far
 * apart.
 */
export function listing<Filter, KeptDB, KeptTable extends keyof KeptDB, DB, Table extends keyof DB, Row, Record>({
  table,
  noun,
  kept,
  details,
  narrowed,
  order,
  row: recordOf,
  total,
  isOpenToOthers = false,
}: Recipe<Filter, KeptDB, KeptTable, DB, Table, Row, Record>) {
  const id = sql.ref<number>(`${table}.id`)

  function narrow(rows: ReturnType<typeof kept>, caller: Caller, filter: Filter) {
    const detailed = details(rows, caller, filter)
    const fewer = narrowed?.(detailed, caller, filter)
    return { query: order(fewer ?? detailed, filter), isNarrowed: fewer !== undefined }
  }

  /** The statement itself, for a list that shows other columns of the same rows in the same order. */
  const query = (db: Db, caller: Caller, filter: Filter) => narrow(kept(db, caller, filter), caller, filter).query

  async function page(db: Db, caller: Caller, filter: Filter, paging: Paging): Promise<Listed<Record>> {
    const rows = kept(db, caller, filter)
    const { query, isNarrowed } = narrow(rows, caller, filter)
    const counted = () => {
      const otherwise = total ? total(caller, filter) : BY_KEPT_ROWS
      return otherwise === BY_KEPT_ROWS ? sql<number>`(${rows.select(sql`count(*)`.as('count'))})` : otherwise
    }
    const listed = await readPage(query, paging, isNarrowed || studentOf(caller) ? undefined : counted())
    return { ...listed, data: listed.data.map((row) => recordOf(row, caller)) }
  }

  /** All records that the filter keeps, for a file. */
  async function all(db: Db, caller: Caller, filter: Filter): Promise<Record[]> {
    const rows = await patiently(db, (reader) => query(reader, caller, filter).execute())
    return rows.map((row) => recordOf(row, caller))
  }

  async function find(db: Db, caller: Caller, wanted: number): Promise<Record | undefined> {
    const row = await details(kept(db, caller), caller).where(sql<SqlBool>`${id} = ${wanted}`).executeTakeFirst()
    return row && recordOf(row, caller)
  }

  /** Returns the record. @throws 404 when it is not there or not visible */
  const read = async (db: Db, caller: Caller, wanted: number) => found(noun, await find(db, caller, wanted))

  /** Returns these records, in the order of their ids: that in which they were made. */
  async function byIds(db: Db, caller: Caller, wanted: readonly number[]): Promise<Record[]> {
    const rows = await details(kept(db, caller), caller)
      .where(sql<SqlBool>`${id} = any(${[...wanted]})`)
      .orderBy(id)
      .execute()
    return rows.map((row) => recordOf(row, caller))
  }

  const lockRows = (tx: Tx, wanted: readonly number[], lock: 'change' | 'deletion') =>
    withNext(
      tx,
      sql`select id from ${sql.table(table)} where id = any(${[...wanted]}) order by id
        for ${sql.raw(isOpenToOthers && lock === 'change' ? 'no key update' : 'update')}`,
    )

  /** Locks the record until the transaction ends: what a change of it starts with. */
  async function lockIfThere(
    tx: Tx,
    caller: Caller,
    wanted: number,
    lock: 'change' | 'deletion' = 'change',
  ): Promise<Record | undefined> {
    await lockRows(tx, [wanted], lock)
    return find(tx, caller, wanted)
  }

  /** Locks the record. @throws 404 when it is not there or not visible */
  const lock = async (...wanted: Parameters<typeof lockIfThere>) => found(noun, await lockIfThere(...wanted))

  /** Locks these records in the order of their ids, so that two calls for the same ones wait and do not deadlock. */
  async function lockByIds(
    tx: Tx,
    caller: Caller,
    wanted: readonly number[],
    lock: 'change' | 'deletion' = 'change',
  ): Promise<Record[]> {
    await lockRows(tx, wanted, lock)
    return byIds(tx, caller, wanted)
  }

  return { kept, query, page, all, find, read, byIds, lock, lockIfThere, lockByIds }
}
