import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { PAGE_SIZES, PER_PAGE_DEFAULT } from '../../shared/limits.ts'

export interface Paging {
  page: number
  perPage: number
}

export const pagingOf = (query: { page?: number | undefined; per_page?: number | undefined }): Paging => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? PER_PAGE_DEFAULT,
})

export interface Listed<T> {
  data: T[]
  meta: { page: number; per_page: number; total: number }
}

/**
 * A list of what belongs to a record. Rows prove that the caller sees that record, so only an empty list has to ask.
 * @throws 404 when there is no such record
 */
export async function orNotFound<T>(listed: Listed<T>, read: () => Promise<unknown>): Promise<Listed<T>> {
  if (listed.meta.total === 0) await read()
  return listed
}

/** Returns a page of rows that are all read already. */
export const pageOf = <T>(rows: readonly T[], { page, perPage }: Paging): Listed<T> => ({
  data: rows.slice((page - 1) * perPage, page * perPage),
  meta: { page, per_page: perPage, total: rows.length },
})

const USUAL_SIZES: ReadonlySet<number> = new Set(PAGE_SIZES)

/**
 * Reads one page of an ordered query with its total, in one statement. `listing` reads by it, and so do rosters,
 * candidates and reports, which are no list of one table's records. (Past the last page no row carries the total, and
 * only then is it asked for again.) `total` counts more cheaply where it can: counted over the query itself, every row
 * of a long list is joined and not only those of the page. A first page of a usual size says so in its text: with a
 * known number of rows, the database plans the statement once, and not at each request.
 */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, perPage }: Paging,
  total: RawBuilder<number> = sql<number>`count(*) over ()`,
): Promise<Listed<O>> {
  const counted = query.select(total.as('total'))
  const isUsual = page === 1 && USUAL_SIZES.has(perPage)
  const limited = isUsual ? counted.limit(sql.lit(perPage)) : counted.limit(perPage).offset((page - 1) * perPage)
  const rows = (await limited.execute()) as (O & { total: number })[]
  const first =
    rows[0] ?? (page > 1 ? ((await counted.limit(1).executeTakeFirst()) as { total: number } | undefined) : undefined)
  return { data: rows, meta: { page, per_page: perPage, total: first?.total ?? 0 } }
}
