import type { Share } from '../../../shared/attendance-rate.ts'
import { roundedQuotient, sumOfFractions } from '../assessments/figures.rules.ts'

interface InDepartment {
  department_id: number
}
export interface Attended extends InDepartment {
  present: number
  total: number
  planned: number
}
/**
 * A requirement of the logbook; `open` are performances that wait for a signature or for a correction. It is near when its
 * last day has passed or comes within `NEAR_DAYS`.
 */
export interface Required extends InDepartment {
  required: number
  counted: number
  open: number
  is_over: boolean
  is_near: boolean
}
/** The days before its last one in which a requirement that is not fulfilled is a risk. */
export const NEAR_DAYS = 30
/**
 * The sums of marks × weightage by total marks, and what the assessments weigh, of them those without marks yet, and those
 * to come; all in hundredths.
 */
export interface Weighted extends InDepartment {
  points: readonly { total_marks: number; products: number }[]
  out_of: number
  missing: number
  to_come: number
}
/** Work that is due, of it handed in and still possible to hand in, and work whose last day is to come. */
export interface Due extends InDepartment {
  due: number
  handed_in: number
  possible: number
  later: number
}

/** The share that is reached and the greatest that can be; a whole of 0 says that nothing is counted. */
export interface Shares {
  reached: number
  of: number
  now: Share
  highest: Share
  /** The share of what should be done by now, where less than all should. */
  due?: Share
}

const whole = (reached: number, of: number, part: number, all: number): Shares => ({
  reached,
  of,
  now: [BigInt(reached), BigInt(of)],
  highest: [BigInt(part), BigInt(all)],
})

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

export const attendanceShares = ({ present, total, planned }: Attended) =>
  whole(present, total, present + planned, total + planned)

export function logbookShares(rows: readonly Required[]): Shares {
  const required = sum(rows, (row) => row.required)
  const counted = sum(rows, (row) => Math.min(row.required, row.counted))
  const highest = sum(rows, (row) => (row.is_over ? Math.min(row.required, row.counted + row.open) : row.required))
  const near = rows.filter(({ is_near }) => is_near)
  const done = sum(near, (row) => Math.min(row.required, row.counted))
  return {
    ...whole(counted, required, highest, required),
    due: [BigInt(done), BigInt(sum(near, (row) => row.required))],
  }
}

/** Marks that are missing, and assessments to come, count in full towards the highest; absences stay without marks. */
export function assessmentShares({ points, out_of, missing, to_come }: Weighted): Shares {
  const now = sumOfFractions(points.map(({ total_marks, products }) => [BigInt(products), BigInt(total_marks) * 100n]))
  const most = sumOfFractions([now, [BigInt(missing + to_come), 100n]])
  const share = ([part, below]: typeof now, outOf: number): Share => [part * 100n, below * BigInt(outOf)]
  return {
    reached: roundedQuotient(...now),
    of: out_of / 100,
    now: share(now, out_of),
    highest: share(most, out_of + to_come),
  }
}

export const taskShares = ({ due, handed_in, possible, later }: Due) =>
  whole(handed_in, due, possible + later, due + later)

/** True when a share is below the minimum, before any rounding. Of nothing there is no share. */
export const isLess = ([part, of]: Share, minimum: number) => part * 100n < BigInt(minimum) * of
