import { isBelowMinimum, preciseRate } from '../../shared/attendance-rate.ts'
import type { DepartmentRecord } from '../../shared/contract/attendance.ts'
import type { Slice } from '../ui/Donut.tsx'

/** The reader of a student's record: the student, or the staff. */
export type Reader = 'student' | 'staff'

const sessions = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`

export const percentText = (percent: number | null) => (percent === null ? '—' : `${percent}%`)

export const slicesOf = ({ present, absent, leave }: DepartmentRecord): readonly Slice[] => [
  { label: 'Present', value: present, meaning: 'good' },
  { label: 'Absent', value: absent, meaning: 'bad' },
  { label: 'Leave', value: leave, meaning: 'waiting' },
]

/** Sums the present and all sessions of the shown departments. */
export function attendanceOf(departments: readonly DepartmentRecord[]) {
  const present = departments.reduce((sum, one) => sum + one.present, 0)
  const total = departments.reduce((sum, one) => sum + one.total, 0)
  return { present, total, precise_rate: preciseRate(present, total) }
}

/** Says in plain words how many sessions may still be missed. */
export function missText(record: DepartmentRecord, reader: Reader): string {
  const { total, planned, minimum, may_miss: mayMiss } = record
  if (total + planned === 0) return 'No session has been held or planned yet.'
  const who = reader === 'student' ? 'You' : 'The student'
  const below = isBelowMinimum(record, minimum)
  if (mayMiss < 0) {
    const lacking = `${sessions(-mayMiss)} ${mayMiss === -1 ? 'is' : 'are'} lacking`
    return `${lacking}: ${minimum}% can no longer be reached with the planned sessions.`
  }
  if (planned === 0) return `No further sessions are planned, and ${minimum}% is reached.`
  const one = planned === 1 && 'the one planned session'
  if (mayMiss === 0) {
    const none = one || `any of the ${planned} planned sessions`
    return `${who} may not miss ${none} if ${minimum}% is to be ${below ? 'reached' : 'kept'}.`
  }
  const some = one || `${mayMiss} of the ${planned} planned sessions`
  return `${who} may miss ${some} and ${below ? 'still reach' : 'stay at'} ${minimum}%.`
}

export const NONE_COUNTED = 'No session has been counted yet.'

/** Shows the calculation of the rate: "6 ÷ 8 = 75%", "44 ÷ 59 = 74.6%, as a whole percent 75%". */
export function rateSum({ present, total, rate, precise_rate }: DepartmentRecord): string {
  if (rate === null) return NONE_COUNTED
  const sum = `${present} present ÷ ${total} counted = ${percentText(precise_rate)}`
  return rate === precise_rate ? sum : `${sum}, as a whole percent ${rate}%`
}

/** Compares the rate so far with the college's minimum. */
export const minimumText = ({ precise_rate, minimum }: DepartmentRecord): string =>
  precise_rate === null
    ? `The college asks for ${minimum}% present.`
    : `The college asks for ${minimum}% present. So far: ${precise_rate}%.`

/** Shows the calculation of the sessions that may be missed. */
export function missSum({ present, total, planned, minimum }: DepartmentRecord): string {
  const all = total + planned
  const needed = Math.ceil((minimum * all) / 100)
  const left = Math.max(0, needed - present)
  const still =
    left > planned
      ? `Still needed: ${left}, more than the ${planned} planned.`
      : `Still needed: ${left} of the ${planned} planned.`
  return `${total} counted and ${planned} planned make ${sessions(all)}; ${minimum}% of them is ${needed} present. Reached so far: ${present}. ${still}`
}
