import type { Minima, RuleSet, RuleSetChange, RuleSetInput } from '../../../shared/contract/eligibility-rules.ts'
import { CONDITIONS, labelOf } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { departmentProblem } from '../departments/reads.ts'
import { readBase, readRuleSet } from './rule-sets.reads.ts'

const trail = trailOf(
  'eligibility_rule_set',
  ['batch', 'department', ...CONDITIONS],
  ({ batch, department, ...rest }: RuleSet) => ({
    ...rest,
    batch: batch?.name ?? null,
    department: department?.name ?? null,
  }),
)

const refusals = {
  eligibility_rule_sets_batch_id_fkey: invalid({ batch_id: ['Batch does not exist'] }),
  eligibility_rule_sets_department_id_fkey: invalid({ department_id: ['Department does not exist'] }),
  eligibility_rule_sets_place: invalid({
    department_id: ['There is a rule set for this batch and department already'],
  }),
}

/**
 * A department may be stricter, not milder.
 * @throws 422 on each minimum that is lower than what holds without the department's own
 */
async function refuseLower(
  tx: Tx,
  { batch_id, department_id }: Pick<RuleSet, 'batch_id' | 'department_id'>,
  minima: Partial<{ [K in keyof Minima]: Minima[K] | undefined }>,
  minimum: number,
): Promise<void> {
  if (department_id === null) return
  const base = await readBase(tx, batch_id, minimum)
  const errors: Record<string, string[]> = {}
  for (const condition of CONDITIONS) {
    const [wanted, least] = [minima[condition] ?? null, base[condition]]
    if (wanted !== null && least !== null && wanted < least)
      errors[condition] = [
        `${labelOf(condition)} must be at least ${least}, as it is without this department’s own rules`,
      ]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** @throws 422 for a set that asks for nothing: by it nobody would be judged, or it would change nothing */
function refuseEmpty(minima: Minima): void {
  if (CONDITIONS.every((condition) => minima[condition] === null))
    throw invalid({ attendance: ['At least one condition must have a minimum'] })
}

/** @throws 422 for a second rule set of the same place, an empty one, and one of a department that is lower than without it */
export async function createRuleSet(tx: Tx, caller: Caller, input: RuleSetInput, minimum: number): Promise<RuleSet> {
  const { batch_id = null, department_id = null } = input
  const problem = department_id !== null && (await departmentProblem(tx, caller, department_id, 'eligibility rules'))
  if (problem) throw invalid({ department_id: [problem] })
  refuseEmpty(input)
  await refuseLower(tx, { batch_id, department_id }, input, minimum)
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('eligibility_rule_sets')
      .values({ ...input, batch_id, department_id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const created = await readRuleSet(tx, caller, id)
  await trail.created(tx, caller, created)
  return created
}

/** Changes a rule set; fields left out stay. */
export async function updateRuleSet(
  tx: Tx,
  caller: Caller,
  set: RuleSet,
  { updated_at, ...change }: RuleSetChange,
  minimum: number,
): Promise<RuleSet> {
  refuseStale(set, { updated_at })
  refuseEmpty({ ...set, ...change })
  await refuseLower(tx, set, change, minimum)
  await tx
    .updateTable('eligibility_rule_sets')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', set.id)
    .execute()
  const updated = await readRuleSet(tx, caller, set.id)
  await trail.changed(tx, caller, set, updated)
  return updated
}

export async function deleteRuleSet(tx: Tx, caller: Caller, set: RuleSet): Promise<void> {
  await tx.deleteFrom('eligibility_rule_sets').where('id', '=', set.id).execute()
  await trail.deleted(tx, caller, set)
}
