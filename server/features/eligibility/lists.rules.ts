import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import {
  type ComparedStanding,
  type ConditionDifference,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  type FrozenRow,
  type FrozenRule,
  type ListDifference,
  type RuleDifference,
} from '../../../shared/contract/eligibility-lists.ts'
import type { NamedRef } from '../../../shared/contract/groups.ts'
import { CONDITIONS } from '../../../shared/labels.ts'
import { baseOf, type ConditionWord, type HeldSet } from './rules.ts'

/** The name of the files of names for the board, before their number. */
export const BOARD = 'eligibility-board'

/** The list as it stands at one moment. */
export interface Snapshot {
  title: string | null
  batch: NamedRef
  department: NamedRef | null
  rules: FrozenRule[]
  rows: EligibilityRow[]
  frozen_at: string
}

const greater = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/**
 * Returns the least that is asked of a batch: in every department first, then, by name, in each that asks for more.
 * A list of one department has what is asked there alone.
 */
export function rulesInForce(
  sets: readonly HeldSet[],
  { batch_id, department }: { batch_id: number; department: NamedRef | null },
  minimum: number,
): FrozenRule[] {
  const { attendance, logbook, assessments, tasks } = baseOf(sets, batch_id, minimum)
  const base = { attendance, logbook, assessments, tasks }
  const stricter = new Map<number, FrozenRule>()
  for (const set of sets) {
    const isOfBatch = set.batch === null || set.batch.id === batch_id
    if (!set.department || !isOfBatch || (department && set.department.id !== department.id)) continue
    const rule = stricter.get(set.department.id) ?? { department: set.department, ...base }
    for (const condition of CONDITIONS) rule[condition] = greater(rule[condition], set[condition])
    stricter.set(set.department.id, rule)
  }
  const own = department && stricter.get(department.id)
  if (department) return [own ?? { department, ...base }]
  const byName = (one: FrozenRule, other: FrozenRule) =>
    (one.department?.name ?? '').localeCompare(other.department?.name ?? '')
  return [{ department: null, ...base }, ...[...stricter.values()].sort(byName)]
}

/** Returns the least that rules ask for a condition in a department; null where it is off. */
const askedIn = (rules: readonly FrozenRule[], condition: ConditionWord, departmentId: number) =>
  (rules.find(({ department }) => department?.id === departmentId) ?? rules.find(({ department }) => !department))?.[
    condition
  ] ?? null

/** Returns the rules that differ. One that only one list names is compared with what held there all the same. */
export function ruleDifferences(former: readonly FrozenRule[], later: readonly FrozenRule[]): RuleDifference[] {
  const places = new Map([...former, ...later].map(({ department }) => [department?.id ?? 0, department]))
  return [...places].flatMap(([id, department]) =>
    CONDITIONS.flatMap((condition): RuleDifference[] => {
      const [from, to] = [askedIn(former, condition, id), askedIn(later, condition, id)]
      return from === to ? [] : [{ department, condition, from, to }]
    }),
  )
}

/** A student of two lists; null in the one without them. */
export interface RowPair {
  former: FrozenRow | null
  later: FrozenRow | null
}

const compared = (one: ConditionStanding | undefined): ComparedStanding | null =>
  one
    ? {
        reached: one.reached,
        of: one.of,
        figure: one.figure,
        minimum: one.minimum,
        verdict: one.verdict,
        exemption: one.exemption?.reason ?? null,
      }
    : null

const keyOf = ({ condition, department }: Pick<ConditionStanding, 'condition' | 'department'>) =>
  `${condition} ${department.id}`

interface Compared extends ConditionDifference {
  kinds: DifferenceKind[]
}

/** True where there is nothing to compare. Lists of before have no standing where nothing was held. */
const isNothing = (one: ComparedStanding | null) => one === null || one.verdict === 'nothing'

/** Compares two standings in a condition. One that is asked for the first time differs by its rule, else by its figure. */
function standingKinds(from: ComparedStanding | null, to: ComparedStanding | null, isAskedByBoth: boolean) {
  if (isNothing(from) && isNothing(to)) return []
  if (!from || !to || isNothing(from) || isNothing(to)) return [isAskedByBoth ? 'figure' : 'rule']
  return [
    from.reached !== to.reached || from.of !== to.of || from.figure !== to.figure ? 'figure' : undefined,
    from.minimum !== to.minimum ? 'rule' : undefined,
    from.exemption !== to.exemption ? 'exemption' : undefined,
  ].filter((kind) => kind !== undefined)
}

type Rules = Record<'former' | 'later', readonly FrozenRule[]>

function conditionDifferences(former: FrozenRow, later: FrozenRow, rules: Rules): Compared[] {
  const before = new Map(former.conditions.map((one) => [keyOf(one), one]))
  const after = new Map(later.conditions.map((one) => [keyOf(one), one]))
  return [...new Map([...before, ...after])].flatMap(([key, { condition, department }]): Compared[] => {
    const [from, to] = [compared(before.get(key)), compared(after.get(key))]
    const isAskedByBoth = [rules.former, rules.later].every(
      (asked) => askedIn(asked, condition, department.id) !== null,
    )
    const kinds = standingKinds(from, to, isAskedByBoth) as DifferenceKind[]
    if (kinds.length > 0) return [{ condition, department, from, to, kinds }]
    // The share is the same, and what can be reached is not.
    const isSame = from?.verdict === to?.verdict || (isNothing(from) && isNothing(to))
    return isSame ? [] : [{ condition, department, from, to, kinds: ['verdict'] }]
  })
}

/** Returns how a student differs between two lists; undefined for one who does not. */
export function differenceOf({ former, later }: RowPair, rules: Rules): ListDifference | undefined {
  const student = later ?? former
  if (!student) return undefined
  const { student_id, name, roll_no } = student
  const verdict = { from: former?.verdict ?? null, to: later?.verdict ?? null }
  const of = { student_id, name, roll_no, verdict }
  if (!former || !later) return { ...of, kinds: [former ? 'left' : 'came'], conditions: [] }
  const conditions = conditionDifferences(former, later, rules)
  const found = new Set(conditions.flatMap(({ kinds }) => kinds))
  if (verdict.from === verdict.to) found.delete('verdict')
  else found.add('verdict')
  const kinds = DIFFERENCE_KINDS.filter((kind) => found.has(kind))
  if (kinds.length === 0 && conditions.length === 0) return undefined
  return { ...of, kinds, conditions: conditions.map(({ kinds: _, ...difference }) => difference) }
}

/** Counts the students who differ in each way. */
export function countKinds(differences: readonly ListDifference[]): Record<DifferenceKind, number> {
  const counts = { came: 0, left: 0, verdict: 0, figure: 0, rule: 0, exemption: 0 }
  for (const { kinds } of differences) for (const kind of kinds) counts[kind] += 1
  return counts
}
