/** The seven built-in roles. */
export const ROLES = ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student'] as const
export type RoleName = (typeof ROLES)[number]

const everyUser = ROLES
const staff = ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair'] as const

/** The roles for each action. `anyone` needs no login; `signed-in` needs one, though it may hold no role. */
const permissions = {
  public: 'anyone',
  'account:own': 'signed-in',
  'dashboard:statistics': staff,
  'dashboard:first-steps': ['admin'],
  'today:read': everyUser,
  'calendar:own': everyUser,
  'notices:own': everyUser,
  'users:read-roles': 'signed-in',
  'departments:read': everyUser,
  'departments:write': ['admin', 'student-affair'],
  'designations:read': staff,
  'designations:write': ['admin'],
  'roles:read': staff,
  'roles:write': ['admin'],
  'roles:assign': ['admin', 'hod', 'clerk', 'student-affair'],
  'users:read': ['admin'],
  'credentials:issue': ['admin', 'hod', 'clerk', 'student-affair'],
  'second-factor:reset': ['admin'],
  'batches:read': everyUser,
  'batches:write': ['admin', 'student-affair'],
  'own-fields:read': everyUser,
  'own-fields:write': ['admin'],
  'students:read': everyUser,
  'students:write': ['admin', 'student-affair'],
  'students:export': staff,
  'staff:read': everyUser,
  'staff:read-own': staff,
  'staff:write': ['admin', 'hod', 'clerk'],
  'staff:export': staff,
  'groups:read': everyUser,
  'groups:read-students': staff,
  'groups:write': ['admin', 'student-affair'],
  'groups:export': staff,
  'postings:read': everyUser,
  // Heads of department plan the groups of their own.
  'postings:write': ['admin', 'principal', 'hod', 'student-affair'],
  'postings:export': staff,
  'tasks:read': ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'],
  'tasks:create': ['admin', 'hod'],
  'tasks:update': ['admin', 'hod', 'faculty'],
  'tasks:delete': ['admin', 'hod'],
  'submissions:read': ['admin', 'principal', 'hod', 'faculty', 'student'],
  'submissions:review': ['admin', 'principal', 'hod', 'faculty'],
  'submissions:submit': ['student'],
  'submissions:grade': ['admin', 'hod', 'faculty'],
  'submissions:comment': ['admin', 'hod', 'faculty', 'student'],
  'submissions:update': ['admin', 'hod', 'faculty', 'student'],
  'submissions:delete': ['admin'],
  'submissions:read-former': ['admin'],
  'attendance:read': everyUser,
  'attendance:write': ['admin', 'hod', 'faculty'],
  'attendance:take': staff,
  'attendance:delete-entry': ['admin', 'hod'],
  'attendance:oversee': ['admin', 'principal', 'hod'],
  'skills:read': everyUser,
  'skills:write': ['admin', 'hod'],
  'logbook:read': everyUser,
  'logbook:log': ['student'],
  'logbook:sign': ['admin', 'hod', 'faculty'],
  // Heads of department sign in the place of any supervisor of theirs.
  'logbook:sign-any': ['admin', 'hod'],
  'logbook:read-groups': staff,
  'logbook:oversee': ['admin', 'principal', 'hod'],
  // A leave request tells of illness: only the student, the deciding heads and those who run the college may read it.
  'leaves:read': ['admin', 'principal', 'hod', 'student'],
  'leaves:ask': ['student'],
  'leaves:decide': ['admin', 'hod'],
  'assessments:read': everyUser,
  'assessments:write': ['admin', 'hod', 'faculty', 'clerk'],
  'assessments:delete': ['admin', 'hod', 'faculty'],
  'results:read': everyUser,
  'results:write': ['admin', 'hod', 'faculty', 'clerk'],
  'results:delete': ['admin', 'hod'],
  'results:oversee': staff,
  'announcements:read': everyUser,
  'announcements:write': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  // Others who write them announce to their own groups alone.
  'announcements:widely': ['admin', 'principal', 'hod', 'student-affair'],
  'announcements:oversee': ['admin'],
  'library:read': everyUser,
  'library:create': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  'library:write': ['admin'],
  'reportings:read': everyUser,
  'reportings:create': ['admin', 'principal', 'hod', 'faculty', 'student'],
  'reportings:change': ['admin', 'principal', 'hod', 'faculty', 'student'],
  'reportings:handle': ['admin', 'principal', 'hod', 'faculty'],
  'reportings:add': ['admin', 'principal', 'hod', 'faculty', 'student'],
  'reportings:print': ['admin', 'principal', 'hod', 'faculty'],
  'reportings:oversee': ['admin', 'principal'],
  'reportings:read-withdrawn': ['admin'],
  'reportings:read-student': ['admin', 'principal', 'hod'],
  // Students read the surveys that they are asked to answer.
  'feedback-pool:read': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  'feedback-pool:write': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  'feedback-pool:oversee': ['admin', 'principal'],
  'feedback-surveys:read': ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'],
  'feedback-surveys:write': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  'feedback-questions:read': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  'feedback-questions:write': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  // A student reads only the own.
  'feedback-responses:read': ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'],
  'feedback-responses:submit': ['student'],
  'feedback-results:read': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  'feedback-responses:delete': ['admin'],
  'documents:read': ['admin', 'principal', 'hod', 'student-affair', 'student'],
  'documents:issue': ['admin', 'principal', 'student-affair'],
  'student-reports:read': ['admin', 'principal', 'hod'],
  'eligibility:read': ['admin', 'principal', 'hod', 'student-affair'],
  'eligibility:own': ['student'],
  'eligibility:write-rules': ['admin', 'principal'],
  'eligibility:freeze': ['admin', 'principal'],
  'eligibility:exempt': ['principal'],
  'packs:make': ['admin', 'principal'],
  'search:read': everyUser,
  // A hit leads to a screen, so the roles with its tile find it. All staff who may read students find them, also
  // clerks, who have no tile of them.
  'search:students': staff,
  'search:staff': staff,
  'search:groups': ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
  'search:tasks': ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'],
  'search:surveys': ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'],
  'search:skills': ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair'],
  'search:library': ['admin', 'principal', 'hod', 'faculty', 'student-affair', 'student'],
  'search:cases': ['admin', 'principal', 'hod', 'faculty', 'student'],
  'search:announcements': everyUser,
  'audit:read': ['admin'],
  'security-log:read': ['admin'],
  'status:read': ['admin'],
  'status:settle': ['admin'],
  'settings:read': ['admin'],
  'settings:write': ['admin'],
} as const satisfies Record<string, 'anyone' | 'signed-in' | readonly RoleName[]>

export type Action = keyof typeof permissions

/** Returns true when a person with these roles may do `action`; `undefined` is a person who is not signed in. */
export function can(roles: readonly string[] | undefined, action: Action): boolean {
  const allowed: 'anyone' | 'signed-in' | readonly string[] = permissions[action]
  if (allowed === 'anyone') return true
  if (roles === undefined) return false
  if (allowed === 'signed-in') return true
  return roles.some((role) => allowed.includes(role))
}

/** Checks roles for the dashboard: an empty list allows everyone, and a user without roles is denied. */
export function hasAnyRole(roles: readonly string[], allowed: readonly RoleName[]): boolean {
  if (roles.length === 0) return false
  return allowed.length === 0 || allowed.some((role) => roles.includes(role))
}

/** The roles that see tiles for staff or hold staff's rights: all but students. */
export const STAFF_ROLES: readonly RoleName[] = staff

/** The roles that each role may give; an administrator may give any. */
const assignable: Partial<Record<string, 'any' | readonly RoleName[]>> = {
  admin: 'any',
  hod: ['faculty'],
  clerk: ['faculty', 'clerk'],
  'student-affair': ['student'],
}

/** Returns true when a person with these roles may give `role` to somebody else. */
export const mayAssign = (roles: readonly string[], role: string) =>
  roles.some((own) => {
    const theirs = assignable[own]
    return theirs === 'any' || (theirs?.some((one) => one === role) ?? false)
  })

/**
 * Returns true when a person with these roles may edit somebody who holds `theirRoles`. The editor must be able to give
 * each of them, since the email and the password give access to them.
 */
export const mayManage = (roles: readonly string[], theirRoles: readonly string[]) =>
  theirRoles.every((role) => mayAssign(roles, role))
