import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { Caller } from '../../core/caller.ts'

type Signable = Pick<LogEntry, 'student_id' | 'department_id' | 'supervisor_id' | 'supervisor' | 'is_late'>

/** True when the caller is the head of this department, or an administrator. */
const isOver = ({ roles, staff }: Caller, departmentId: number) =>
  roles.includes('admin') || (roles.includes('hod') && staff?.departmentId === departmentId)

/**
 * Returns why the caller can't sign or return an entry: the named supervisor does, the head of the department, or an
 * administrator; one that was logged late is for the head. Nobody signs the own.
 */
export function signRefusal(caller: Caller, entry: Signable): string | undefined {
  if (caller.student?.id === entry.student_id) return 'Nobody signs their own performance.'
  if (isOver(caller, entry.department_id)) return undefined
  if (caller.staff?.id !== entry.supervisor_id)
    return `This entry names ${entry.supervisor.name} as supervisor. Only ${entry.supervisor.name} or the head of department signs it.`
  return entry.is_late ? 'This entry was logged late, so only the head of department signs it.' : undefined
}

/** Returns the first day of a performance that needs no consent of the head, `YYYY-MM-DD`. */
export const earliestDay = (today: string, backdateDays: number): string =>
  Temporal.PlainDate.from(today).subtract({ days: backdateDays }).toString()
