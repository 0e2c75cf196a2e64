import type { ConditionStanding } from '../../../shared/contract/eligibility.ts'
import type { Caller } from '../../core/caller.ts'
import { departmentOf, studentOf } from '../../core/scope.ts'

type Exempted = Pick<ConditionStanding, 'department' | 'exemption'>

/**
 * True for whoever decides about the examination, for the head of the department, and for the student: a reason may tell
 * of an illness.
 */
const isTold = (caller: Caller, departmentId: number) =>
  studentOf(caller) !== undefined ||
  caller.may('eligibility:write-rules') ||
  (caller.roles.includes('hod') && departmentOf(caller) === departmentId)

/** Returns a standing as its reader is told of it: others read that a student is exempted, and not why. */
export const asTold = <One extends Exempted>(caller: Caller, one: One): One =>
  one.exemption === null || isTold(caller, one.department.id)
    ? one
    : { ...one, exemption: { ...one.exemption, reason: null } }

/** The same for a difference between two lists, where an exemption is its reason alone. */
export function differenceAsTold<One extends { exemption: string | null }>(
  caller: Caller,
  departmentId: number,
  one: One | null,
): One | null {
  return one === null || one.exemption === null || isTold(caller, departmentId) ? one : { ...one, exemption: '' }
}
