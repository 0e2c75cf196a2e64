import type { DepartmentRecord } from '../../shared/contract/attendance.ts'
import type { Slice } from '../ui/Donut.tsx'

/** Who reads the record: the student, or somebody about the student. */
export type Reader = 'student' | 'staff'

const sessions = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`

export const percentText = (percent: number | null) => (percent === null ? '—' : `${percent}%`)

export const slicesOf = ({ present, absent, leave }: DepartmentRecord): readonly Slice[] => [
  { label: 'Present', value: present, meaning: 'good' },
  { label: 'Absent', value: absent, meaning: 'bad' },
  { label: 'Leave', value: leave, meaning: 'waiting' },
]

/** Whether the sessions so far are less than the minimum asks, before any rounding. */
const isBelow = ({ present, total, minimum }: DepartmentRecord) => present * 100 < minimum * total

/** How many may still be missed, in plain words. */
export function missText(record: DepartmentRecord, reader: Reader): string {
  const { total, planned, minimum, may_miss: mayMiss } = record
  if (total + planned === 0) return 'No session has been held or planned yet.'
  const who = reader === 'student' ? 'You' : 'The student'
  const below = isBelow(record)
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

/** How the rate came about: "6 ÷ 8 = 75%". */
export const rateSum = ({ present, total, rate }: DepartmentRecord) =>
  rate === null ? 'No session has been counted yet.' : `${present} present ÷ ${total} counted = ${rate}%`

/** How the sessions that may be missed came about. */
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
