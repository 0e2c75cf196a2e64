import type { User } from '../../shared/contract/auth.ts'
import type { Holder } from './scope.ts'

/** The person that a login belongs to. */
export interface LoginHolder extends Holder {
  id: number
  name: string
  /** Null for a person who signs in by a number. */
  email: string | null
  /** The email, or else the roll number or staff number. */
  signInName: string
  mustChangePassword: boolean
  hasSecondFactor: boolean
  /** The identity provider vouched for them at the sign-in: passwords and second factors are its business then. */
  isByProvider: boolean
  /** See `User`. */
  passwordReplacedBy?: string | null
  secondFactorResetBy?: string | null
}

/** The facts of a person that are told. */
type Person = Omit<LoginHolder, 'staff' | 'student'>

/** True when one of the roles needs a second factor; `needing` (SECOND_FACTOR_ROLES) are in small letters. */
export const needsFactor = (roles: readonly string[], needing: readonly string[]): boolean =>
  roles.some((role) => needing.includes(role.toLowerCase()))

export const mustSetUpFactor = (
  { roles, hasSecondFactor, isByProvider }: Person,
  needing: readonly string[],
): boolean => !hasSecondFactor && !isByProvider && needsFactor(roles, needing)

/** A person as the browser knows them. */
export const userOf = (holder: Person, needing: readonly string[]): User => ({
  id: holder.id,
  name: holder.name,
  email: holder.email,
  ...(holder.email === null ? { sign_in_name: holder.signInName } : {}),
  roles: holder.roles,
  must_change_password: holder.mustChangePassword,
  ...(holder.passwordReplacedBy ? { password_replaced_by: holder.passwordReplacedBy } : {}),
  ...(holder.secondFactorResetBy ? { second_factor_reset_by: holder.secondFactorResetBy } : {}),
  ...(mustSetUpFactor(holder, needing) ? { must_set_up_second_factor: true } : {}),
})
