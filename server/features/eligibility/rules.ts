import { preciseShare, type Share } from '../../../shared/attendance-rate.ts'
import type { ConditionStanding, EligibilityRow, VerdictCounts } from '../../../shared/contract/eligibility.ts'
import type { Exemption, Minima, RulePlace, RuleSet } from '../../../shared/contract/eligibility-rules.ts'
import type { NamedRef } from '../../../shared/contract/groups.ts'
import { CONDITIONS } from '../../../shared/labels.ts'
import { roundedQuotient, type Weighed, weightedPoints } from '../assessments/figures.rules.ts'
import { mayMiss } from '../attendance/rules.ts'

export type ConditionWord = (typeof CONDITIONS)[number]
export type Set = Minima & Pick<RuleSet, 'batch' | 'department'> & { id: number | null }

interface InDepartment {
  department_id: number
}
export interface Attended extends InDepartment {
  present: number
  total: number
  planned: number
}
/** A requirement of the logbook; `open` are performances that wait for a signature or for a correction. */
export interface Required extends InDepartment {
  required: number
  counted: number
  open: number
  is_over: boolean
}
export interface Weighted extends InDepartment {
  weighted: readonly (Weighed & { is_absent: boolean })[]
  to_come: readonly number[]
}
/** Work that is due, of it handed in and still possible to hand in, and work whose last day is to come. */
export interface Due extends InDepartment {
  due: number
  handed_in: number
  possible: number
  later: number
}

type Student = Pick<EligibilityRow, 'student_id' | 'name' | 'roll_no' | 'batch'>

/** What a student has of everything that a condition may ask for, as the database says it. */
export interface Facts extends Student {
  attendance: readonly Attended[]
  logbook: readonly Required[]
  assessments: readonly Weighted[]
  tasks: readonly Due[]
  exemptions: readonly Exemption[]
}

/** Returns what holds for the college while it has no rule set: its minimum of attendance, and the whole logbook. */
export const withoutRules = (minimum: number): Set => ({
  id: null,
  batch: null,
  department: null,
  attendance: minimum,
  logbook: 100,
  assessments: null,
  tasks: null,
})

const isOf = (set: Set, batchId: number | null, departmentId: number | null) =>
  (set.batch?.id ?? null) === batchId && (set.department?.id ?? null) === departmentId

/** Returns the rule set that holds for a batch, or for the college, before any department's. */
export const baseOf = (sets: readonly Set[], batchId: number | null, minimum: number): Set =>
  sets.find((set) => isOf(set, batchId, null)) ?? sets.find((set) => isOf(set, null, null)) ?? withoutRules(minimum)

interface Asked {
  minimum: number
  rule: RulePlace
}

/** Returns the greatest minimum that a rule set says for a batch in a department; undefined where the condition is off. */
function askedOf(condition: ConditionWord, sets: readonly Set[]): Asked | undefined {
  let asked: Asked | undefined
  for (const set of sets) {
    const minimum = set[condition]
    const { id, batch, department } = set
    if (minimum !== null && (asked === undefined || minimum > asked.minimum))
      asked = { minimum, rule: { id, batch, department } }
  }
  return asked
}

/** The share that is reached and the greatest that can be; a whole of 0 says that nothing is counted. */
export interface Shares {
  reached: number
  of: number
  now: Share
  highest: Share
}

const whole = (reached: number, of: number, part: number, all: number): Shares => ({
  reached,
  of,
  now: [BigInt(reached), BigInt(of)],
  highest: [BigInt(part), BigInt(all)],
})

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

const attendanceShares = ({ present, total, planned }: Attended) =>
  whole(present, total, present + planned, total + planned)

function logbookShares(rows: readonly Required[]): Shares {
  const required = sum(rows, (row) => row.required)
  const counted = sum(rows, (row) => Math.min(row.required, row.counted))
  const highest = sum(rows, (row) =>
    row.is_over ? Math.min(row.required, row.counted + row.open) : row.required,
  )
  return whole(counted, required, highest, required)
}

/** Marks that are missing, and assessments to come, count in full towards the highest; absences stay without marks. */
function assessmentShares({ weighted, to_come }: Weighted): Shares {
  const now = weightedPoints(weighted)
  const most = weightedPoints([
    ...weighted.map((one) => (one.marks === null && !one.is_absent ? { ...one, marks: one.total_marks } : one)),
    ...to_come.map((weightage) => ({ marks: 1, total_marks: 1, weightage })),
  ])
  const share = ({ points: [part, below], outOf }: typeof now): Share => [part * 100n, below * outOf]
  return {
    reached: roundedQuotient(...now.points),
    of: Number(now.outOf) / 100,
    now: share(now),
    highest: share(most),
  }
}

const taskShares = ({ due, handed_in, possible, later }: Due) => whole(handed_in, due, possible + later, due + later)

/** True when a share is below the minimum, before any rounding. Of nothing there is no share. */
export const isLess = ([part, of]: Share, minimum: number) => part * 100n < BigInt(minimum) * of

function verdictOf({ now, highest }: Shares, minimum: number): ConditionStanding['verdict'] {
  if (isLess(highest, minimum)) return 'missed'
  if (isLess(now, minimum)) return 'reachable'
  return now[1] === 0n ? 'open' : 'met'
}

/** What a student has of each condition, by department; departments in which nothing is asked are not among them. */
function sharesOf(facts: Facts, condition: ConditionWord): { department_id: number; shares: Shares; more?: Attended }[] {
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

const exemptionOf = (facts: Facts, condition: ConditionWord, departmentId: number): ConditionStanding['exemption'] => {
  const found = facts.exemptions.find(
    (one) => one.condition === condition && (one.department === null || one.department.id === departmentId),
  )
  if (!found) return null
  const { student_id: _, condition: __, ...exemption } = found
  return exemption
}

/** Returns the verdict on a student. What the student is exempted from speaks against nobody. */
export function verdictOn(
  conditions: readonly Pick<ConditionStanding, 'verdict' | 'exemption'>[],
): EligibilityRow['verdict'] {
  const judged = conditions.filter(({ exemption }) => exemption === null)
  if (judged.some(({ verdict }) => verdict === 'missed')) return 'not_eligible'
  if (judged.some(({ verdict }) => verdict === 'reachable')) return 'at_risk'
  const isBelow = conditions.some(({ verdict }) => verdict === 'missed' || verdict === 'reachable')
  return isBelow ? 'exempted' : 'eligible'
}

export interface Judging {
  sets: readonly Set[]
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
      if (!asked || !department || shares.highest[1] === 0n) return []
      return [
        {
          condition,
          department,
          reached: shares.reached,
          of: shares.of,
          figure: shares.now[1] === 0n ? null : preciseShare(shares.now),
          minimum: asked.minimum,
          verdict: verdictOf(shares, asked.minimum),
          highest: preciseShare(shares.highest),
          planned: more?.planned ?? null,
          may_miss: more ? mayMiss({ ...more, minimum: asked.minimum }) : null,
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

export function countVerdicts(rows: readonly Pick<EligibilityRow, 'verdict'>[]): VerdictCounts {
  const counts: VerdictCounts = { eligible: 0, at_risk: 0, not_eligible: 0, exempted: 0 }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}

/** The students who are judged, and by what. */
export interface Judged {
  batch_id?: number | undefined
  student_id?: number | undefined
  department_id?: number | undefined
  q?: string | undefined
  conditions?: readonly ConditionWord[] | undefined
}

/** Returns what a list is of; the verdict is asked for once all are judged. */
export const judgedBy = ({
  condition,
  batch_id,
  department_id,
  q,
}: Omit<Judged, 'conditions'> & { condition?: ConditionWord | undefined }): Judged => ({
  batch_id,
  department_id,
  q,
  conditions: condition && [condition],
})
