import { auth } from '../../../shared/contract/auth.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { call } from '../../core/call.ts'
import { getLogin, storeUser } from '../../core/login.ts'
import { queryOf, useChange } from '../../core/queries.ts'

export const forgotPassword = (body: BodyInput<typeof auth.forgotPassword>) => call(auth.forgotPassword, { body })

export const resetPassword = (body: BodyInput<typeof auth.resetPassword>) => call(auth.resetPassword, { body })

export async function changePassword(body: BodyInput<typeof auth.changePassword>): Promise<void> {
  await call(auth.changePassword, { body })
  const user = getLogin()?.user
  if (!user) return
  const { password_replaced_by: _, ...kept } = user
  storeUser({ ...kept, must_change_password: false })
}

/** Read each time that they are looked at: another device may have signed in since. */
export const loginsQuery = queryOf(auth.listLogins, {}, { gcTime: 0 })

const EFFECTS = { stale: [auth] }

export const useEndingLogins = () => ({
  end: useChange(auth.endLogin, EFFECTS),
  endOthers: useChange(auth.endOtherLogins, EFFECTS),
})
