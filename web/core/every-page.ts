import { PER_PAGE_MAX } from '../../shared/limits.ts'

export interface ListPage<Row> {
  data: Row[]
  meta: { total: number; per_page: number }
}

/** Reads a whole list, page after page: counts and searches on the screen must not end at the first page. */
export async function everyPage<Row>(
  read: (page: { page: number; per_page: number }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const first = await read({ page: 1, per_page: PER_PAGE_MAX })
  const rows = [...first.data]
  const pages = Math.ceil(first.meta.total / first.meta.per_page)
  for (let page = 2; page <= pages; page += 1) rows.push(...(await read({ page, per_page: PER_PAGE_MAX })).data)
  return rows
}
