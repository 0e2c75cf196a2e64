import { preciseShare } from '../../../shared/attendance-rate.ts'
import type { ConditionStanding, EligibilityRow, VerdictCounts } from '../../../shared/contract/eligibility.ts'
import type { Exemption, Minima, RulePlace, RuleSet } from '../../../shared/contract/eligibility-rules.ts'
import type { NamedRef } from '../../../shared/contract/groups.ts'
import { CONDITIONS, type ELIGIBILITY_ORDERS } from '../../../shared/labels.ts'
import { mayMiss } from '../attendance/rules.ts'
import {
  type Attended,
  assessmentShares,
  attendanceShares,
  type Due,
  isLess,
  logbookShares,
  type Required,
  type Shares,
  taskShares,
  type Weighted,
} from './shares.rules.ts'

export type ConditionWord = (typeof CONDITIONS)[number]
/** A rule set as it is judged by; without an id what holds for a college that has written none down. */
export type HeldSet = Minima & Pick<RuleSet, 'batch' | 'department'> & { id: number | null }

type Student = Pick<EligibilityRow, 'student_id' | 'name' | 'roll_no' | 'batch'>

/** The standing of a student in everything that a condition may ask for, as the database says it. */
export interface Facts extends Student {
  attendance: readonly Attended[]
  logbook: readonly Required[]
  assessments: readonly Weighted[]
  tasks: readonly Due[]
  exemptions: readonly Exemption[]
}

/** Returns what holds for the college while it has no rule set: its minimum of attendance, and the whole logbook. */
export const withoutRules = (minimum: number): HeldSet => ({
  id: null,
  batch: null,
  department: null,
  attendance: minimum,
  logbook: 100,
  assessments: null,
  tasks: null,
})

const isOf = (set: HeldSet, batchId: number | null, departmentId: number | null) =>
  (set.batch?.id ?? null) === batchId && (set.department?.id ?? null) === departmentId

/** Returns the rule set that holds for a batch, or for the college, before any department's. */
export const baseOf = (sets: readonly HeldSet[], batchId: number | null, minimum: number): HeldSet =>
  sets.find((set) => isOf(set, batchId, null)) ?? sets.find((set) => isOf(set, null, null)) ?? withoutRules(minimum)

interface Asked {
  minimum: number
  rule: RulePlace
}

/** Returns the greatest minimum that a rule set says for a batch in a department; undefined where the condition is off. */
function askedOf(condition: ConditionWord, sets: readonly HeldSet[]): Asked | undefined {
  let asked: Asked | undefined
  for (const set of sets) {
    const minimum = set[condition]
    const { id, batch, department } = set
    if (minimum !== null && (asked === undefined || minimum > asked.minimum))
      asked = { minimum, rule: { id, batch, department } }
  }
  return asked
}

/** A minimum that is not reached is a risk only as far as it should be reached by now. */
function verdictOf({ now, highest, due = now }: Shares, minimum: number): ConditionStanding['verdict'] {
  if (highest[1] === 0n) return 'nothing'
  if (isLess(highest, minimum)) return 'missed'
  if (now[1] === 0n) return 'open'
  if (!isLess(now, minimum)) return 'met'
  return isLess(due, minimum) ? 'reachable' : 'open'
}

/** Conditions of what a department holds. Of the others a student's group is asked nothing where there is nothing. */
const HELD: readonly ConditionWord[] = ['attendance', 'assessments']

/** Returns the shares of a condition by department: of what is held, those of the student's groups too. */
function sharesOf(
  facts: Facts,
  condition: ConditionWord,
): { department_id: number; shares: Shares; more?: Attended }[] {
  switch (condition) {
    case 'attendance':
      return facts.attendance.map((row) => ({
        department_id: row.department_id,
        shares: attendanceShares(row),
        more: row,
      }))
    case 'logbook':
      return [...Map.groupBy(facts.logbook, (row) => row.department_id)].map(([department_id, rows]) => ({
        department_id,
        shares: logbookShares(rows),
      }))
    case 'assessments':
      return facts.assessments.map((row) => ({ department_id: row.department_id, shares: assessmentShares(row) }))
    case 'tasks':
      return facts.tasks.map((row) => ({ department_id: row.department_id, shares: taskShares(row) }))
  }
}

/** Returns what can still be reached, and how many sessions may be missed; nothing of it where nothing was held. */
function chanceOf({ highest }: Shares, attended: Attended | undefined, minimum: number) {
  if (highest[1] === 0n) return { highest: null, planned: null, may_miss: null }
  return {
    highest: preciseShare(highest),
    planned: attended?.planned ?? null,
    may_miss: attended ? mayMiss({ ...attended, minimum }) : null,
  }
}

const exemptionOf = (facts: Facts, condition: ConditionWord, departmentId: number): ConditionStanding['exemption'] => {
  const found = facts.exemptions.find(
    (one) => one.condition === condition && (one.department === null || one.department.id === departmentId),
  )
  if (!found) return null
  const { student_id: _, condition: __, ...exemption } = found
  return exemption
}

/**
 * Returns the verdict on a student, against whom nothing speaks that the student is exempted from. Only who has reached
 * every minimum is eligible; of whom nothing is asked, nothing can be said. Where a department held nothing, the others
 * decide.
 */
export function verdictOn(
  standings: readonly Pick<ConditionStanding, 'verdict' | 'exemption'>[],
): EligibilityRow['verdict'] {
  const conditions = standings.filter(({ verdict }) => verdict !== 'nothing')
  if (conditions.length === 0) return 'unjudged'
  const judged = conditions.filter(({ exemption }) => exemption === null)
  if (judged.some(({ verdict }) => verdict === 'missed')) return 'not_eligible'
  if (judged.some(({ verdict }) => verdict === 'reachable')) return 'at_risk'
  if (judged.some(({ verdict }) => verdict === 'open')) return 'on_course'
  const isBelow = conditions.some(({ verdict }) => verdict === 'missed' || verdict === 'reachable')
  return isBelow ? 'exempted' : 'eligible'
}

export interface Judging {
  sets: readonly HeldSet[]
  /** The college's minimum of attendance, in percent. */
  minimum: number
  /** The names of departments by their ids, in the order of the list. */
  departments: readonly NamedRef[]
  conditions?: readonly ConditionWord[] | undefined
}

/** Judges a student by the rule sets; conditions stand by department, then in their own order. */
export function judge(facts: Facts, { sets, minimum, departments, conditions = CONDITIONS }: Judging): EligibilityRow {
  const { student_id, name, roll_no, batch } = facts
  const base = baseOf(sets, batch.id, minimum)
  const standings = conditions.flatMap((condition) =>
    sharesOf(facts, condition).flatMap(({ department_id, shares, more }): ConditionStanding[] => {
      const department = departments.find(({ id }) => id === department_id)
      const stricter = sets.filter((set) => isOf(set, null, department_id) || isOf(set, batch.id, department_id))
      const asked = askedOf(condition, [base, ...stricter])
      if (!asked || !department || (shares.highest[1] === 0n && !HELD.includes(condition))) return []
      return [
        {
          condition,
          department,
          reached: shares.reached,
          of: shares.of,
          figure: shares.now[1] === 0n ? null : preciseShare(shares.now),
          minimum: asked.minimum,
          verdict: verdictOf(shares, asked.minimum),
          ...chanceOf(shares, more, asked.minimum),
          rule: asked.rule,
          exemption: exemptionOf(facts, condition, department_id),
        },
      ]
    }),
  )
  const place = new Map(departments.map(({ id }, index) => [id, index]))
  standings.sort((a, b) => (place.get(a.department.id) ?? 0) - (place.get(b.department.id) ?? 0))
  return { student_id, name, roll_no, batch, verdict: verdictOn(standings), conditions: standings }
}

/** The verdicts in the order in which a head looks for them. */
export const WORST_FIRST = [
  'not_eligible',
  'at_risk',
  'on_course',
  'exempted',
  'unjudged',
  'eligible',
] as const satisfies readonly EligibilityRow['verdict'][]

/** Returns the students with those first who lack most; those who lack as much stay in their order. */
export function worstFirst<Row extends Pick<EligibilityRow, 'verdict' | 'conditions'>>(rows: readonly Row[]): Row[] {
  const placed = rows.map((row) => {
    const count = (verdict: ConditionStanding['verdict']) =>
      row.conditions.filter((one) => one.exemption === null && one.verdict === verdict).length
    return { row, verdict: WORST_FIRST.indexOf(row.verdict), missed: count('missed'), reachable: count('reachable') }
  })
  placed.sort((a, b) => a.verdict - b.verdict || b.missed - a.missed || b.reachable - a.reachable)
  return placed.map(({ row }) => row)
}

/** Returns the students of a list as its filters say. */
export function listedOf<Row extends Pick<EligibilityRow, 'verdict' | 'conditions'>>(
  rows: readonly Row[],
  { verdict, sort }: { verdict?: Row['verdict'] | undefined; sort?: (typeof ELIGIBILITY_ORDERS)[number] | undefined },
): Row[] {
  const listed = verdict === undefined ? [...rows] : rows.filter((row) => row.verdict === verdict)
  return sort === 'worst' ? worstFirst(listed) : listed
}

export function countVerdicts(rows: readonly Pick<EligibilityRow, 'verdict'>[]): VerdictCounts {
  const counts: VerdictCounts = { eligible: 0, on_course: 0, at_risk: 0, not_eligible: 0, exempted: 0, unjudged: 0 }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}

/** The students who are judged, and by what. */
export interface Judged {
  batch_id?: number | undefined
  student_id?: number | undefined
  department_id?: number | undefined
  q?: string | undefined
  /** A former day of the college; as things stand if missing. */
  day?: string | undefined
  conditions?: readonly ConditionWord[] | undefined
}

/** Returns what a list is of; the verdict is asked for once all are judged. */
export const judgedBy = ({
  condition,
  batch_id,
  department_id,
  q,
  day,
}: Omit<Judged, 'conditions' | 'day'> & {
  condition?: ConditionWord | undefined
  day?: string | null | undefined
}): Judged => ({
  batch_id,
  department_id,
  q,
  day: day ?? undefined,
  conditions: condition && [condition],
})
