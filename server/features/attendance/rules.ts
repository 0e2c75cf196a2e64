import { preciseRate } from '../../../shared/attendance-rate.ts'
import type { AttendanceCounts, DepartmentRecord } from '../../../shared/contract/attendance.ts'

/** The attendance rate of one student: present only, a whole percent, halves up (ADR 0005); null without a session. */
export const attendanceRate = (present: number, total: number): number | null =>
  total === 0 ? null : Math.round((100 * present) / total)

interface Standing {
  present: number
  total: number
  /** Sessions still to come. */
  planned: number
  /** The minimum in percent. */
  minimum: number
}

/**
 * Returns the number of planned sessions that may be missed so that the share of present is at least the minimum in the
 * end. A negative number is how many are lacking even if none is missed. It goes by the exact share, not by the rounded
 * rate.
 */
export function mayMiss({ present, total, planned, minimum }: Standing): number {
  const spare = Math.floor((100 * (present + planned) - minimum * (total + planned)) / 100)
  return Math.min(planned, spare)
}

interface Rules {
  /** The greatest minimum that rule sets ask for; null where they ask for none. */
  asked: number | null
  /** True when a rule set of the batch or college holds instead of the college's minimum. */
  is_based: boolean
}

/** Returns the minimum that is asked of a student in a department. Where rule sets ask for none, it is the college's. */
const minimumOf = ({ asked, is_based }: Rules, ofCollege: number) =>
  asked === null ? ofCollege : is_based ? asked : Math.max(asked, ofCollege)

type Counted = AttendanceCounts & Pick<DepartmentRecord, 'department' | 'planned'> & { rules: Rules }

/** Returns a department's row of a student's record, from the counts. */
export function recordOf(
  { department, present, absent, leave, planned, rules }: Counted,
  ofCollege: number,
): DepartmentRecord {
  const minimum = minimumOf(rules, ofCollege)
  const total = present + absent + leave
  return {
    department,
    present,
    absent,
    leave,
    total,
    rate: attendanceRate(present, total),
    precise_rate: preciseRate(present, total),
    planned,
    minimum,
    may_miss: mayMiss({ present, total, planned, minimum }),
  }
}

/** The action of a session's trail that tells of an entry that was deleted. */
export const DELETED_ENTRY = 'delete-mark'
