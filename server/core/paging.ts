import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { PER_PAGE_DEFAULT } from '../../shared/limits.ts'

export interface Page {
  page: number
  perPage: number
}

/** The page that a query asks for. */
export const pageOf = (query: { page?: number | undefined; per_page?: number | undefined }): Page => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? PER_PAGE_DEFAULT,
})

export interface Listed<T> {
  data: T[]
  meta: { page: number; per_page: number; total: number }
}

/**
 * One page of an ordered query with its total, in one statement. (Past the last page no row carries the total, and
 * only then is it asked for again.) `total` counts more cheaply where it can: counted over the query itself, every row
 * of a long list is joined and not only those of the page.
 */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, perPage }: Page,
  total: RawBuilder<number> = sql<number>`count(*) over ()`,
): Promise<Listed<O>> {
  const counted = query.select(total.as('total'))
  const rows = (await counted
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()) as (O & { total: number })[]
  const first =
    rows[0] ?? (page > 1 ? ((await counted.limit(1).executeTakeFirst()) as { total: number } | undefined) : undefined)
  return { data: rows, meta: { page, per_page: perPage, total: first?.total ?? 0 } }
}
