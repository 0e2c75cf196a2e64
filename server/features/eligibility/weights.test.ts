import { beforeAll, expect, test } from 'vitest'
import { preciseShare } from '../../../shared/attendance-rate.ts'
import type { WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { hundredthsOf } from '../../../shared/decimals.ts'
import { ASSESSMENT_STATUSES } from '../../../shared/labels.ts'
import { furnished } from '../../testing/college.ts'
import { drawing } from '../../testing/drawing.ts'

const { at, admin, principal, batch, wards, clinic, medicine } = await furnished()

const draw = drawing(37)
/** Announced or planned assessments, which a group's total does not have yet. */
const toCome = new Map<number, number[]>([
  [wards, []],
  [clinic, []],
])

beforeAll(async () => {
  const students: { id: number; group: number }[] = []
  // Members of both groups by turns: between the ids of one group's are those of the other's.
  for (let n = 0; n < 14; n += 1) {
    const group = n % 2 ? wards : clinic
    students.push({ id: (await at.make.student(batch, group)).id, group })
  }
  for (const group of [wards, clinic])
    for (let n = 0; n < 12; n += 1) {
      const status = ASSESSMENT_STATUSES[draw(4)] ?? 'active'
      const total_marks = draw(5) ? (draw(900) + 100) / 100 : null
      const weightage = draw(4) ? (draw(2_000) + 1) / 100 : 0
      const assessment = await at.make.assessment(group, { status, total_marks, weightage })
      if (status === 'pending' || status === 'active') toCome.get(group)?.push(weightage)
      for (const { id } of students) {
        const kind = draw(4)
        if (kind === 0) continue
        const marks = draw(hundredthsOf(total_marks ?? 100) + 1) / 100
        await at.make.result(assessment, id, kind === 1 ? { status: 'absent', marks: null } : { marks })
      }
    }
  const minima = { attendance: null, logbook: null, assessments: 50, tasks: null }
  expect((await principal.post('/eligibility/rules', minima)).status).toBe(201)
})

const totalsOf = async (group: number): Promise<WeightedTotal[]> =>
  (await admin.get(`/assessments/group/${group}/totals?per_page=100`)).body.data

/** Returns the greatest share that the rows of a total can still come to, assessment by assessment. */
function highestOf({ rows }: WeightedTotal, weights: readonly number[]): number {
  let [part, whole, all] = [0n, 1n, 0n]
  const add = (marks: number, total: number, weight: number) => {
    const below = BigInt(hundredthsOf(total))
    part = part * below + BigInt(hundredthsOf(marks)) * BigInt(hundredthsOf(weight)) * whole
    whole *= below
    all += BigInt(hundredthsOf(weight))
  }
  for (const { marks, is_absent, total_marks, weightage } of rows)
    add(marks ?? (is_absent ? 0 : total_marks), total_marks, weightage)
  for (const weight of weights) add(1, 1, weight)
  return preciseShare([part, whole * all])
}

test('sums of a group are those of its weighted totals, whatever is missing, absent or of another group', async () => {
  const { body } = await admin.get(`/eligibility?batch_id=${batch}&per_page=100`)
  const rows: EligibilityRow[] = body.data
  let compared = 0
  for (const group of [wards, clinic])
    for (const total of await totalsOf(group)) {
      const row = rows.find(({ student_id }) => student_id === total.student.id)
      const { body: own } = await admin.get(`/eligibility/students/${total.student.id}`)
      expect(own.data.conditions).toEqual(row?.conditions)
      const standing = row?.conditions.find(({ department }) => department.id === medicine)
      expect(standing, JSON.stringify(total)).toMatchObject({
        reached: total.points,
        of: total.out_of,
        highest: highestOf(total, toCome.get(group) ?? []),
      })
      expect(Math.abs((standing?.figure ?? 0) - (total.percent ?? 0))).toBeLessThanOrEqual(0.1)
      compared += total.rows.length
    }
  expect(compared).toBeGreaterThan(50)
  const standings = rows.flatMap(({ conditions }) => conditions)
  expect(new Set(standings.map(({ verdict }) => verdict)).size).toBeGreaterThan(1)
})
