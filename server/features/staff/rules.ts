import type { Staff } from '../../../shared/contract/staff.ts'
import { mayEdit } from '../../../shared/policies/people.ts'
import type { Caller } from '../../core/caller.ts'
import { showsDepartment } from '../../core/scope.ts'
import type { StaffRecord } from './reads.ts'

/**
 * Returns a staff record as the caller is told it. Only callers who may give the person a new password are told whether
 * the person has ever signed in.
 */
export function toldOf(caller: Caller, { never_signed_in, account_made_at: _, ...staff }: StaffRecord): Staff {
  return mayEdit(caller.roles, 'staff', staff.user.roles) ? { ...staff, never_signed_in } : staff
}

/** A staff member as this person sees it; to students a name with department and designation. */
export function seenBy(caller: Caller, record: StaffRecord) {
  if (showsDepartment(caller, record.department_id)) return toldOf(caller, record)
  const { id, name, department, designation } = record
  return { id, name, department, designation }
}

type Dates = Partial<Record<'date_of_joining' | 'date_of_leaving' | 'date_of_retirement', string | null | undefined>>

/** Returns what is wrong with the order of a staff member's dates, by field. */
export function dateProblems({ date_of_joining, date_of_leaving, date_of_retirement }: Dates) {
  const problems: Record<string, string[]> = {}
  const isBeforeJoining = (date: string | null | undefined) => date && date_of_joining && date < date_of_joining
  if (isBeforeJoining(date_of_leaving))
    problems.date_of_leaving = ['Date of leaving must be on or after the date of joining']
  if (isBeforeJoining(date_of_retirement))
    problems.date_of_retirement = ['Date of retirement must be on or after the date of joining']
  return problems
}

/** The columns of a table of staff, which an import takes too. */
export const STAFF_COLUMNS = [
  'Name',
  'Staff Number',
  'Email',
  'Department',
  'Designation',
  'Role',
  'Phone',
  'Gender',
  'Date of Birth',
  'Date of Joining',
  'Date of Leaving',
  'Date of Retirement',
  'Status',
  'Description',
] as const
