import { type SqlBool, sql } from 'kysely'
import type { ConditionStanding } from '../../../shared/contract/eligibility.ts'
import type {
  ConditionDifference,
  eligibilityLists,
  FrozenRow,
  ListDifference,
} from '../../../shared/contract/eligibility-lists.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { type Listed, orNotFound, type Paging, readPage } from '../../core/paging.ts'
import { contains } from '../../core/search.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import { asTold, differenceAsTold } from './exemptions.rules.ts'
import { readFrozen, visibleLists } from './lists.reads.ts'
import { differenceOf, type RowPair } from './lists.rules.ts'
import { WORST_FIRST } from './rules.ts'

const ROW = ['student_id', 'name', 'roll_no', 'verdict', 'conditions'] as const

interface Stored extends Omit<FrozenRow, 'verdict'> {
  verdict: string
}

const asRow = (caller: Caller, { verdict, conditions, ...row }: Stored): FrozenRow => ({
  ...row,
  verdict: verdict as FrozenRow['verdict'],
  conditions: conditions.map((one) => asTold(caller, one)),
})

/** Counts a student's conditions of a verdict from which nobody has exempted the student. */
const countOf = (
  verdict: ConditionStanding['verdict'],
) => sql`(select count(*) from jsonb_array_elements(conditions) one
  where one ->> 'verdict' = ${verdict} and one -> 'exemption' = 'null')`

/** Selects the students of a list that the caller is shown. */
const rowsOf = (db: Db, caller: Caller, listId: number) =>
  db
    .selectFrom('eligibility_list_rows')
    .where('list_id', '=', listId)
    .where(sql<SqlBool>`exists (${visibleLists(db, caller).select('id').where('id', '=', listId)})`)

/** @throws 404 for a list that is not there or not shown to the caller */
export async function listRows(
  db: Db,
  caller: Caller,
  listId: number,
  { verdict, q, sort }: Omit<Query<typeof eligibilityLists.rows>, 'page' | 'per_page'>,
  paging: Paging,
): Promise<Listed<FrozenRow>> {
  let query = rowsOf(db, caller, listId).select(ROW)
  if (verdict) query = query.where('verdict', '=', verdict)
  if (q) query = query.where(contains(q, ['eligibility_list_rows.name', 'eligibility_list_rows.roll_no']))
  if (sort === 'worst')
    query = query
      .orderBy(sql`array_position(${WORST_FIRST}::text[], verdict)`)
      .orderBy(countOf('missed'), 'desc')
      .orderBy(countOf('reachable'), 'desc')
  const listed = await orNotFound(await readPage(query.orderBy('position'), paging), () =>
    readFrozen(db, caller, listId),
  )
  return { ...listed, data: listed.data.map((row) => asRow(caller, row)) }
}

/** All students of a list, for a file. */
export const allRows = async (db: Db, caller: Caller, listId: number): Promise<FrozenRow[]> =>
  (await patiently(db, (reader) => rowsOf(reader, caller, listId).select(ROW).orderBy('position').execute())).map(
    (row) => asRow(caller, row),
  )

/** Selects the students of either list whose rows differ, in the order of the later one, behind them those who left. */
export const readPairs = (db: Db, former: number, later: number) => {
  const ofList = (id: number) => sql`(select *, json_build_object('student_id', student_id, 'name', name,
    'roll_no', roll_no, 'verdict', verdict, 'conditions', conditions) as shown
    from eligibility_list_rows where list_id = ${id})`
  return sql<RowPair>`select former.shown as former, later.shown as later
    from ${ofList(former)} former full join ${ofList(later)} later using (student_id)
    where (former.verdict, former.conditions) is distinct from (later.verdict, later.conditions)
    order by later.position nulls last, former.position`.execute(db)
}

const conditionAsTold = (caller: Caller, { from, to, ...of }: ConditionDifference): ConditionDifference => ({
  ...of,
  from: differenceAsTold(caller, of.department.id, from),
  to: differenceAsTold(caller, of.department.id, to),
})

/**
 * Compares two lists, the former with the later whichever is named first.
 * @throws 404 for a list that is not shown to the caller, 422 for two of different batches or departments
 */
export async function compareLists(db: Db, caller: Caller, id: number, otherId: number) {
  const [one, other] = [await readFrozen(db, caller, id), await readFrozen(db, caller, otherId)]
  if (one.batch.id !== other.batch.id || one.department?.id !== other.department?.id)
    throw invalid({ with: ['Only lists of one batch and department can be compared'] })
  const [former, later] = one.id < other.id ? [one, other] : [other, one]
  const { rows } = await readPairs(db, former.id, later.id)
  const rules = { former: former.rules, later: later.rules }
  const differences: ListDifference[] = rows
    .flatMap((pair) => differenceOf(pair, rules) ?? [])
    .map((one) => ({ ...one, conditions: one.conditions.map((condition) => conditionAsTold(caller, condition)) }))
  return { former, later, differences }
}

/** Every frozen list that a student is in, with the student's own row, for the personal data. */
export const frozenRowsOf = async (db: Db, studentId: number) =>
  db
    .selectFrom('eligibility_list_rows')
    .innerJoin('eligibility_lists', 'eligibility_lists.id', 'eligibility_list_rows.list_id')
    .innerJoin('verified_documents', 'verified_documents.id', 'eligibility_lists.document_id')
    .select([
      'verified_documents.number',
      'verified_documents.state',
      'eligibility_lists.title',
      'eligibility_lists.batch_name as batch',
      'eligibility_lists.department_name as department',
      'eligibility_lists.frozen_at',
      'eligibility_list_rows.name',
      'eligibility_list_rows.roll_no',
      'eligibility_list_rows.verdict',
      'eligibility_list_rows.conditions',
    ])
    .where('eligibility_list_rows.student_id', '=', studentId)
    .orderBy('eligibility_lists.id')
    .execute()
