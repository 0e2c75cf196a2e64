import type { RoleName } from '../../../shared/permissions.ts'

/** Returns true for people who hold sessions or go to them; others look at the weeks of those who do. */
export const hasOwnWeek = (roles: readonly string[]) =>
  (['hod', 'faculty', 'student'] satisfies RoleName[]).some((role) => roles.includes(role))
