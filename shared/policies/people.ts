import { can, mayManage } from '../permissions.ts'

/** Whether somebody may change a person's record: only who could give the person every role that is held. */
export const mayEdit = (roles: readonly string[], kind: 'staff' | 'students', held: readonly string[]): boolean =>
  can(roles, `${kind}:write`) && mayManage(roles, held)
