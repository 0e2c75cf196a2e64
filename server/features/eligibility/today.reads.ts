import type { ConditionStanding, EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { departmentOf, studentOf } from '../../core/scope.ts'
import { lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import type { ConditionWord } from './rules.ts'
import { readEligibility } from './standings.reads.ts'

/** A logbook is below its minimum until nearly the end, so its requirements tell of it in its own place. */
const TOLD = ['attendance', 'assessments', 'tasks'] as const satisfies readonly ConditionWord[]

const isTold = ({ verdict, exemption }: ConditionStanding) =>
  exemption === null && (verdict === 'missed' || verdict === 'reachable')

/** By how much the minimum can still be passed; below 0, so much is out of reach. */
const room = ({ highest, minimum }: ConditionStanding) => (highest ?? 0) - minimum

const lack = ({ department, condition, figure, minimum }: ConditionStanding) =>
  `${labelOf(condition)} in ${department.name} ${figure === null ? 'not begun' : `${figure}%`} of ${minimum}%`

/** Tells a student of being at risk, in one line: what is furthest from reach, and how much more there is. */
export const ownRisk: TodayKind = {
  kind: 'eligibility-own',
  title: 'Eligibility',
  isFor: (caller) => studentOf(caller) !== undefined,
  mailed: wordsOf,
  read: async (db, caller, { attendanceMinimum }) => {
    const of = { student_id: studentOf(caller)?.id ?? 0, conditions: TOLD }
    const [row] = await readEligibility(db, caller, of, attendanceMinimum)
    const told = (row?.conditions ?? []).filter(isTold).sort((a, b) => room(a) - room(b))
    const [first] = told
    if (!first) return { total: 0, lines: [] }
    return {
      total: 1,
      lines: [
        lineOf({
          text: first.verdict === 'missed' ? 'Not eligible for the examination' : 'At risk for the examination',
          detail: told.length === 1 ? lack(first) : `${lack(first)}, and ${told.length - 1} more`,
          is_urgent: true,
          to: '/eligibility',
        }),
      ],
    }
  },
}

interface Line {
  batch: EligibilityRow['batch']
  condition: ConditionWord
  count: number
}

/** Counts the students at risk by batch and condition, those of most students first. */
function linesOf(rows: readonly EligibilityRow[]): Line[] {
  const lines = new Map<string, Line>()
  for (const { batch, conditions } of rows)
    for (const { condition, verdict, exemption } of conditions) {
      if (exemption !== null || verdict !== 'reachable') continue
      const key = `${batch.id} ${condition}`
      const line = lines.get(key) ?? { batch, condition, count: 0 }
      lines.set(key, { ...line, count: line.count + 1 })
    }
  return [...lines.values()].sort((a, b) => b.count - a.count || a.batch.id - b.batch.id)
}

/** Tells a head of the students at risk in the own department, by batch and condition: the lists that show them. */
export const departmentRisk: TodayKind = {
  kind: 'eligibility-risk',
  title: 'At risk for the examination',
  isFor: (caller) =>
    caller.may('eligibility:read') && caller.roles.includes('hod') && departmentOf(caller) !== undefined,
  mailed: wordsOf,
  read: async (db, caller, { attendanceMinimum }) => {
    const department_id = departmentOf(caller)
    const rows = await readEligibility(db, caller, { department_id, conditions: TOLD }, attendanceMinimum)
    const lines = linesOf(rows)
    const students = rows.filter(({ conditions }) =>
      conditions.some(({ verdict, exemption }) => exemption === null && verdict === 'reachable'),
    ).length
    return {
      total: students,
      more: lines.slice(TODAY_LINES).length,
      lines: lines.slice(0, TODAY_LINES).map(({ batch, condition, count }) =>
        lineOf({
          text: labelOf(condition),
          detail: batch.name,
          count,
          to: addressOf('/eligibility', { batch_id: batch.id, department_id, condition, verdict: 'at_risk' }),
        }),
      ),
      to: '/eligibility',
    }
  },
}
