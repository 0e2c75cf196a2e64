import { collegeToday } from '../../../shared/college-clock.ts'
import type { ConditionStanding, EligibilityRow, VerdictCounts } from '../../../shared/contract/eligibility.ts'
import type { RulePlace, RuleSet } from '../../../shared/contract/eligibility-rules.ts'
import {
  CONDITION_UNITS,
  CONDITION_VERDICT_WORDS,
  CONDITIONS,
  ELIGIBILITY_ORDERS,
  ELIGIBILITY_VERDICTS,
  entryOf,
  figure,
  labelOf,
  wordOf,
} from '../../../shared/labels.ts'
import { isDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import { ApiError, problemsOf } from '../../core/api-error.ts'
import { studentAddress } from '../../core/student-page.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { dotted, textsOf } from '../../ui/texts.ts'

export const RULE_SET: RecordKind = { entity: 'eligibility_rule_set', title: 'Rule Set', noun: 'rule set' }

/** Returns why the server refuses a former day, if it does. */
export const dayProblemOf = (error: unknown) =>
  error instanceof ApiError && error.errors?.day ? problemsOf(error) : undefined

/** Reads the list's filter from the address; without a batch or a department there is no list. */
export function addressOf({ q, text, id, departmentId }: Address) {
  const batch_id = id('batch_id')
  const asked = text('day')
  const place = {
    day: isDay(asked) && asked < collegeToday() ? asked : undefined,
    department_id: departmentId,
    condition: CONDITIONS.find((one) => one === text('condition')),
  }
  const verdict = ELIGIBILITY_VERDICTS.find((one) => one === text('verdict'))
  return {
    batch_id,
    ...place,
    /** A day that is not here yet, whose list nobody can judge. */
    future: isDay(asked) && asked > collegeToday() ? asked : undefined,
    verdict,
    sort: sortOf(text),
    q,
    chosen: batch_id === undefined && departmentId === undefined ? undefined : { batch_id, ...place },
  }
}
export type Place = NonNullable<ReturnType<typeof addressOf>['chosen']>
export type Sort = (typeof ELIGIBILITY_ORDERS)[number]
export type ListFilter = Place & Pick<ReturnType<typeof addressOf>, 'verdict' | 'q' | 'sort'>

/** Reads the order of a list; a head looks for those first who lack most. */
export const sortOf = (text: Address['text']): Sort => ELIGIBILITY_ORDERS.find((one) => one === text('sort')) ?? 'worst'

export const SORT_OPTIONS = [
  { value: 'worst', label: 'Worst first' },
  { value: 'roll', label: 'Roll number' },
]

/** Returns what the address keeps of an order. */
export const sortInAddress = (sort: string) => (sort === 'worst' ? undefined : sort)

export const CONDITION_OPTIONS = CONDITIONS.map((value) => ({ value, label: labelOf(value) }))

export const isBelow = ({ verdict }: Pick<ConditionStanding, 'verdict'>) =>
  verdict === 'reachable' || verdict === 'missed'

/** Returns all conditions with those first that ask for something: out of reach, at risk, under way, met. */
export function mostUrgentFirst({ conditions }: EligibilityRow): ConditionStanding[] {
  const order: readonly ConditionStanding['verdict'][] = ['missed', 'reachable', 'open', 'met', 'nothing']
  const place = ({ verdict, exemption }: ConditionStanding) => (exemption ? order.length : order.indexOf(verdict))
  return conditions.toSorted((a, b) => place(a) - place(b))
}

/** Returns what is below: out of reach first, then what most students have behind them by now, the logbook last. */
export function worstFirst({ conditions }: Pick<EligibilityRow, 'conditions'>): ConditionStanding[] {
  const weight = (one: ConditionStanding) => (one.verdict === 'missed' ? 0 : one.condition === 'logbook' ? 2 : 1)
  return conditions.filter(isBelow).toSorted((a, b) => weight(a) - weight(b))
}

/** Says what a figure lacks: "Surgery attendance 70.2% of 80%". */
export const lackText = (one: ConditionStanding) =>
  `${one.department.name} ${labelOf(one.condition).toLowerCase()} ${percentText(one.figure)} of ${one.minimum}%`

/** Says who has exempted, and why, to people who are told it. */
export const exemptionText = ({ granted_by, reason }: NonNullable<ConditionStanding['exemption']>) =>
  reason === null ? 'exempted' : `exempted by ${granted_by.name}: ${reason}`

export const percentText = (figure: number | null) => (figure === null ? '—' : `${figure}%`)

/** Says what a figure is of: "44 of 59 sessions". */
export const countText = ({ condition, reached, of, verdict }: ConditionStanding) => {
  if (verdict !== 'nothing') return `${reached} of ${of} ${wordOf(CONDITION_UNITS, condition)}`
  return condition === 'assessments' ? 'no assessment that counts' : 'no session, and none is planned'
}

/** Says what can still be reached, and how many sessions may be missed. */
export function chanceText({ highest, planned, may_miss }: ConditionStanding): string {
  if (highest === null) return '—'
  const most = `at most ${highest}%`
  if (planned === null || may_miss === null) return most
  if (planned === 0) return `${most}; no session is planned`
  return may_miss < 0
    ? `${most}; ${-may_miss} too few, even if none of ${planned} planned is missed`
    : `${most}; ${may_miss} of ${planned} planned may be missed`
}

/** Says which rule set asks: "Rules of Batch 2023 for Surgery". */
export function ruleText({ id, batch, department }: RulePlace): string {
  const whose = batch ? `Rules of ${batch.name}` : id === null ? 'The college’s minimum' : 'Rules of the college'
  return department ? `${whose} for ${department.name}` : whose
}

/** Names a condition: "Attendance in Surgery". */
export const conditionName = ({ condition, department }: Pick<ConditionStanding, 'condition' | 'department'>) =>
  `${labelOf(condition)} in ${department.name}`

/** The sections of the student's page that have the rows. */
const SECTIONS = { attendance: 'attendance', logbook: 'logbook', assessments: 'results', tasks: 'tasks' } as const

/** Returns where the rows of a figure are, for a reader of the student's page or of the own record. */
export function rowsAddress(
  { condition, department }: ConditionStanding,
  row: Pick<EligibilityRow, 'student_id' | 'batch'>,
  reader: 'student' | 'overseer' | 'staff',
): string {
  const id = row.student_id
  if (reader === 'student')
    return {
      attendance: `/student-attendance?tab=${department.id}`,
      logbook: '/logbook',
      assessments: `/my-results?tab=${department.id}`,
      tasks: '/tasks',
    }[condition]
  return condition === 'attendance' && reader === 'overseer'
    ? `/reports?department_id=${department.id}&batch_id=${row.batch.id}&fetched=yes&modal=view&id=${id}`
    : studentAddress(id, SECTIONS[condition])
}

/** Returns how many letters a list makes; none while it is not counted. */
export function letterCount(counts: VerdictCounts | undefined, verdict: EligibilityRow['verdict'] | undefined): number {
  if (!counts) return 0
  if (verdict === undefined) return counts.at_risk + counts.not_eligible
  return verdict === 'at_risk' || verdict === 'not_eligible' ? counts[verdict] : 0
}

/** Names the button that makes them: "Make 6 letters". */
export const lettersLabel = (count: number) => `Make ${figure(count)} ${count === 1 ? 'letter' : 'letters'}`

export const listFileName = () => `eligibility-${collegeToday()}`
export const lettersFileName = () => `eligibility-letters-${collegeToday()}`

/** A new set of the college begins with what holds without one. */
export const ruleSetValues = (set: RuleSet | undefined) =>
  textsOf(set, ['batch_id', 'department_id', 'attendance', 'logbook', 'assessments', 'tasks'])
export type RuleSetValues = ReturnType<typeof ruleSetValues>

const numberOrNull = (value: string) => (value.trim() === '' ? null : Number(value))

export const ruleSetBody = ({ batch_id, department_id, ...minima }: RuleSetValues) => ({
  batch_id: Number(batch_id) || null,
  department_id: Number(department_id) || null,
  attendance: numberOrNull(minima.attendance),
  logbook: numberOrNull(minima.logbook),
  assessments: numberOrNull(minima.assessments),
  tasks: numberOrNull(minima.tasks),
})

/** Names the place of a rule set: "The college", "Batch 2023 · Surgery". */
export const placeText = ({ batch, department }: Pick<RuleSet, 'batch' | 'department'>) =>
  dotted([batch?.name ?? 'The college', department?.name])

/** Returns the exemptions of a student, each once: one for every department stands at several conditions. */
export function exemptionsOf({ conditions }: EligibilityRow) {
  const found = new Map<number, { value: string; label: string }>()
  for (const { condition, exemption } of conditions)
    if (exemption)
      found.set(exemption.id, {
        value: String(exemption.id),
        label: `${labelOf(condition)} in ${exemption.department?.name ?? 'every department'}: ${exemption.reason ?? '—'}`,
      })
  return [...found.values()]
}

/** Returns what a student can be exempted from: what is below first, each in its department or in every one. */
export function exemptible({ conditions }: EligibilityRow) {
  const open = conditions.filter(({ exemption, verdict }) => exemption === null && verdict !== 'nothing')
  const each = open
    .toSorted((a, b) => Number(isBelow(b)) - Number(isBelow(a)))
    .map((one) => ({ value: `${one.condition} ${one.department.id}`, label: conditionName(one) }))
  const words = new Set(open.map(({ condition }) => condition))
  return [...each, ...[...words].map((word) => ({ value: word, label: `${labelOf(word)} in every department` }))]
}

export const exemptValues = (student_id: number) => ({ student_id, what: '', reason: '' })

/** Returns an exemption as it is sent; the chosen place is "attendance 5", or the condition alone. */
export function exemptBody({ student_id, what, reason }: ReturnType<typeof exemptValues>) {
  const [condition = '', departmentId] = what.split(' ')
  return {
    student_id,
    condition: condition as (typeof CONDITIONS)[number],
    department_id: Number(departmentId) || null,
    reason,
  }
}

/** The one field that has condition and department. */
export const exemptField = (path: string) => (path === 'condition' || path === 'department_id' ? 'what' : path)

/** A condition that is open has the look of a student on course, one of nothing that of somebody who is not judged. */
const STATUSES = {
  met: 'met',
  reachable: 'reachable',
  missed: 'missed',
  open: 'on_course',
  nothing: 'unjudged',
} as const

/** Returns the badge of a condition and its words; an exemption stands in the place of what is below. */
export function badgeOf(one: Pick<ConditionStanding, 'verdict' | 'exemption'>) {
  if (one.exemption && isBelow(one)) return { status: 'exempted', label: 'Exempted' } as const
  const status = entryOf(STATUSES, one.verdict) ?? 'unjudged'
  return { status, label: wordOf(CONDITION_VERDICT_WORDS, one.verdict) }
}

/** Returns the minimum that holds in the place of a department's own one, which is no higher; else undefined. */
export function holdsInstead(set: RuleSet, condition: (typeof CONDITIONS)[number], sets: readonly RuleSet[]) {
  const own = set[condition]
  if (set.department === null || own === null) return undefined
  const bases = sets.filter(({ department }) => department === null)
  const base = bases.find(({ batch }) => batch?.id === set.batch?.id) ?? bases.find(({ batch }) => batch === null)
  const asked = base?.[condition] ?? null
  return asked !== null && asked >= own ? asked : undefined
}

/** Writes a minimum of a rule set; a department's empty one is as without it. */
export function minimumText(value: number | null, isOfDepartment = false): string {
  if (value !== null) return `${value}%`
  return isOfDepartment ? '—' : 'Off'
}
