import { folded } from '../../../shared/folding.ts'
import { told } from './file-row.ts'
import type { PastStaff } from './registers.reads.ts'

/**
 * Returns the member of a department's staff who held a session: the named one, by number, email or name, else the
 * caller, if of the department; or why there is nobody.
 */
export function holderOf(
  { staff: all, callerId }: { staff: readonly PastStaff[]; callerId: number },
  departmentId: number,
  text: string | undefined,
): { staff?: PastStaff; problem?: string } {
  const isMeant = ({ staff_no, email, name, user_id }: PastStaff) =>
    text === undefined
      ? user_id === callerId
      : [staff_no, email, name].some((one) => one !== null && folded(one) === folded(text))
  const [staff, ...more] = all.filter((one) => one.department_id === departmentId && isMeant(one))
  if (staff && more.length === 0) return { staff }
  if (text === undefined) return { problem: 'Staff is required' }
  return {
    problem: staff
      ? `There are several "${told(text)}": write the staff number`
      : `No staff member "${told(text)}" in this department`,
  }
}
