import { STAFF_ROLES } from '../../../shared/permissions.ts'

/** Why a role cannot be this person's: the student role is for students alone, those of staff are not for them. */
export function misplaced(role: string, isStudent: boolean): string | undefined {
  if (role === 'student') return isStudent ? undefined : 'This role is for students'
  const isForStaff = STAFF_ROLES.some((name) => name === role)
  return isForStaff && isStudent ? 'This role is not for students' : undefined
}
