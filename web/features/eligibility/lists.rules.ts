import {
  type ComparedStanding,
  type ConditionDifference,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  type FrozenList,
  type FrozenRow,
  type FrozenRule,
  type ListDifference,
  type RuleDifference,
} from '../../../shared/contract/eligibility-lists.ts'
import {
  CONDITION_VERDICT_WORDS,
  CONDITIONS,
  ELIGIBILITY_VERDICTS,
  ELIGIBILITY_WORDS,
  labelOf,
  wordOf,
} from '../../../shared/labels.ts'
import type { Address } from '../../core/address.ts'
import { formatInstant } from '../../core/formats.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { DOT } from '../../ui/texts.ts'
import { conditionName, exemptionText, isBelow, minimumText, percentText, sortOf } from './rules.ts'

export const FROZEN_LIST: RecordKind = { entity: 'eligibility_list', title: 'Frozen List', noun: 'frozen list' }

export const listAddress = (id: number) => `/eligibility/lists/${id}`

/** Reads the filters of the frozen lists. */
export const listsAddressOf = ({ id, departmentId }: Address) => ({
  batch_id: id('batch_id'),
  department_id: departmentId,
})

/** Reads how one list is shown: its rows, or how it differs from another one. */
export const listAddressOf = ({ id, text, q }: Address) => ({
  verdict: ELIGIBILITY_VERDICTS.find((one) => one === text('verdict')),
  q,
  sort: sortOf(text),
  other: id('with'),
  kind: DIFFERENCE_KINDS.find((one) => one === text('kind')),
})

export const KIND_WORDS: Record<DifferenceKind, string> = {
  came: 'Came in',
  left: 'Left',
  verdict: 'Verdict changed',
  figure: 'Figure changed',
  rule: 'Rule changed',
  exemption: 'Exemption changed',
}

/** Names the place of a list: "Batch 2023 · Surgery". */
export const listPlace = ({ batch, department }: Pick<FrozenList, 'batch' | 'department'>) =>
  [batch.name, department?.name ?? 'All departments'].join(DOT)

/** Says when a list was frozen, and its number: "2026-000012, frozen 1 Nov 2026, 10:15". */
export const listName = ({ number, frozen_at }: Pick<FrozenList, 'number' | 'frozen_at'>) =>
  `${number}, frozen ${formatInstant(frozen_at)}`

/** Returns the other lists of the batch and department, as choices. */
export const comparableOf = (list: FrozenList, lists: readonly FrozenList[]) =>
  lists
    .filter(({ id, department }) => id !== list.id && department?.id === list.department?.id)
    .map((one) => ({ value: String(one.id), label: listName(one) }))

/** Says a rule: "Every department: attendance 75%, logbook 100%". */
export function frozenRuleText(rule: FrozenRule): string {
  const asked = CONDITIONS.flatMap((condition) =>
    rule[condition] === null ? [] : [`${labelOf(condition).toLowerCase()} ${rule[condition]}%`],
  )
  return `${rule.department?.name ?? 'Every department'}: ${asked.join(', ') || 'nothing is asked'}`
}

export const ruleDifferenceText = ({ department, condition, from, to }: RuleDifference) =>
  `${labelOf(condition)} in ${department?.name ?? 'every department'}: ${minimumText(from)} → ${minimumText(to)}`

/** Returns the figures of a student, a line for each condition: what is below names its minimum. */
export const figureLines = ({ conditions }: Pick<FrozenRow, 'conditions'>) =>
  CONDITIONS.flatMap((condition) => {
    const theirs = conditions.filter((one) => one.condition === condition)
    if (theirs.length === 0) return []
    const figures = theirs.map((one) => {
      if (one.verdict === 'nothing') return `${one.department.name} nothing was held`
      const below = isBelow(one) ? ` of ${one.minimum}%, below` : ''
      const exemption = one.exemption ? ` (${exemptionText(one.exemption)})` : ''
      return `${one.department.name} ${percentText(one.figure)}${below}${exemption}`
    })
    return [`${labelOf(condition)}: ${figures.join('; ')}`]
  })

/** Says how the verdict changed: "At risk → Eligible"; for somebody in one list only, the verdict of that. */
export function verdictChange({ verdict: { from, to } }: ListDifference): string {
  const words = [from, to].filter((one) => one !== null).map((one) => wordOf(ELIGIBILITY_WORDS, one))
  return [...new Set(words)].join(' → ')
}

const standingText = (one: ComparedStanding) =>
  one.verdict === 'nothing' ? 'nothing was held' : `${percentText(one.figure)} (${one.reached} of ${one.of})`

/** Says why somebody is exempted; only that it is so to people who are not told. */
const grantedText = ({ exemption }: ComparedStanding) => (exemption === '' ? 'granted' : (exemption ?? 'none'))

/** Says how a condition changed: "Attendance in Surgery: 70.2% (40 of 57) → 80.1% (46 of 57); minimum 75% → 80%". */
export function conditionChange({ condition, department, from, to }: ConditionDifference): string {
  const name = conditionName({ condition, department })
  if (!from || !to)
    return `${name}: ${from ? standingText(from) : 'not asked'} → ${to ? standingText(to) : 'not asked'}`
  const changes = [
    standingText(from) === standingText(to) ? undefined : `${standingText(from)} → ${standingText(to)}`,
    from.minimum === to.minimum ? undefined : `minimum ${from.minimum}% → ${to.minimum}%`,
    from.verdict === to.verdict || from.verdict === 'nothing' || to.verdict === 'nothing'
      ? undefined
      : `${wordOf(CONDITION_VERDICT_WORDS, from.verdict)} → ${wordOf(CONDITION_VERDICT_WORDS, to.verdict)}`,
    from.exemption === to.exemption ? undefined : `exemption: ${grantedText(from)} → ${grantedText(to)}`,
  ]
  return `${name}: ${changes.filter(Boolean).join('; ')}`
}

/** Returns the conditions with those first whose verdict changed; the others stay in their order. */
export const verdictsFirst = (conditions: readonly ConditionDifference[]): ConditionDifference[] =>
  conditions.toSorted(
    (one, other) => Number(one.from?.verdict === one.to?.verdict) - Number(other.from?.verdict === other.to?.verdict),
  )

export const freezeValues = { title: '' }

export const freezeBody = (
  { title }: typeof freezeValues,
  place: { batch_id: number; department_id: number | undefined },
) => ({ batch_id: place.batch_id, department_id: place.department_id ?? null, title })
