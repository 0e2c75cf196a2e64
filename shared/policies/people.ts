import { can, mayManage } from '../permissions.ts'

/** Returns true when a person may change somebody's record: only a person who could give every role in `held` may. */
export const mayEdit = (roles: readonly string[], kind: 'staff' | 'students', held: readonly string[]): boolean =>
  can(roles, `${kind}:write`) && mayManage(roles, held)
