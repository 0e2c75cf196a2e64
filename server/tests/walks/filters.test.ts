import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ZodMiniObject } from 'zod/mini'
import { pageQuery } from '../../../shared/endpoint.ts'
import { unfurnished } from '../../testing/college.ts'
import { declaredLists } from '../../testing/lists.ts'
import { walked } from '../../testing/walked.ts'

// Every filter of a list has an index, or a reason to have none. The features' plans.test.ts show that a statement
// takes the index. A list with a parameter in its address keeps what belongs to one record, and is left out.

const SERVED = walked('filters')

/** The filters that every list takes, and the search, which looks into several columns. */
const OF_ALL = [...Object.keys(pageQuery), 'q']

const lists = declaredLists.filter(({ path }) => !path.includes(':'))
const { db } = await unfurnished()
const { rows } = await sql<{ column: string }>`
  select i.indrelid::regclass || '.' || a.attname as column from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indpred is null`.execute(db)
const leading = new Set(rows.map((row) => row.column))

test.each(lists.map(({ path, query }) => [path, query] as const))('every filter of %s has its index', (path, query) => {
  const filters = Object.keys(query instanceof ZodMiniObject ? query.shape : {}).filter((one) => !OF_ALL.includes(one))
  const served = SERVED[path] ?? {}
  expect(
    Object.keys(served).sort(),
    'Say in filters of its walks.ts with which column an index begins for each filter, or why none need',
  ).toEqual(filters.sort())
  const columns = Object.values(served).filter((column) => /^\w+\.\w+$/.test(column))
  expect(
    columns.filter((column) => !leading.has(column)),
    'No index begins with these columns',
  ).toEqual([])
})

test('no list is named that is not there', () => {
  expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(SERVED)))
})
