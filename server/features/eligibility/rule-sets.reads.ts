import { type SqlBool, sql } from 'kysely'
import { type eligibilityRules, type Minima, RuleSet } from '../../../shared/contract/eligibility-rules.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { baseOf, type HeldSet } from './rules.ts'

/** Staff of a department are shown its rule sets, and those that hold for every department. */
function visible(db: Db, caller: Caller, { batch_id, department_id }: Query<typeof eligibilityRules.list> = {}) {
  let query = db.selectFrom('eligibility_rule_sets').where(
    within(caller, {
      department: (own) => sql<SqlBool>`coalesce(eligibility_rule_sets.department_id = ${own}, true)`,
    }),
  )
  if (batch_id !== undefined) query = query.where('eligibility_rule_sets.batch_id', '=', batch_id)
  return department_id === undefined ? query : query.where('eligibility_rule_sets.department_id', '=', department_id)
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .leftJoin('batches', 'batches.id', 'eligibility_rule_sets.batch_id')
    .leftJoin('departments', 'departments.id', 'eligibility_rule_sets.department_id')
    .select([
      ...columnsOf('eligibility_rule_sets', RuleSet, 'batch', 'department'),
      'batches.name as batch_name',
      'departments.name as department_name',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const named = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })

const withRefs = ({ batch_name, department_name, ...row }: Row): RuleSet => ({
  ...row,
  batch: named(row.batch_id, batch_name),
  department: named(row.department_id, department_name),
})

/** Rule sets: the college's first, then by batch; of each, those of departments behind. */
export const {
  page: listRuleSets,
  read: readRuleSet,
  lock: lockRuleSet,
} = listing({
  table: 'eligibility_rule_sets',
  noun: 'Rule set',
  kept: visible,
  details: withDetails,
  order: (query) =>
    query
      .orderBy('batches.name', (order) => order.asc().nullsFirst())
      .orderBy('departments.name', (order) => order.asc().nullsFirst())
      .orderBy('eligibility_rule_sets.id'),
  row: withRefs,
})

/** Returns what holds for a batch, or for the college, in every department. */
export async function readBase(db: Db, batchId: number | null, minimum: number): Promise<HeldSet> {
  const rows = await db
    .selectFrom('eligibility_rule_sets')
    .selectAll()
    .where('department_id', 'is', null)
    .where(sql<SqlBool>`coalesce(batch_id = ${batchId}, batch_id is null)`)
    .execute()
  const sets = rows.map(({ id, batch_id, ...minima }): Minima & HeldSet => ({
    ...minima,
    id,
    batch: batch_id === null ? null : { id: batch_id, name: '' },
    department: null,
  }))
  return baseOf(sets, batchId, minimum)
}
