import { type Action, can } from '../../shared/permissions.ts'
import type { LoginHolder } from './holder.ts'
import { type Scope, scopeOf } from './scope.ts'

/** The person who calls, with what goes along from the gate to the SQL: what they may see, and the college's clock. */
export interface Caller extends LoginHolder {
  readonly scope: Scope
  /** The college's time zone, by which its days begin. */
  readonly zone: string
  may(action: Action): boolean
}

export const callerOf = (holder: LoginHolder, zone: string): Caller => ({
  ...holder,
  scope: scopeOf(holder),
  zone,
  may: (action) => can(holder.roles, action),
})
