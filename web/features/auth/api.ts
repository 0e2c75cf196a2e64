import { auth } from '../../../shared/contract/auth.ts'
import { secondFactor } from '../../../shared/contract/second-factor.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { call } from '../../core/call.ts'
import { getLogin, storeUser } from '../../core/login.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

export const forgotPassword = (body: BodyInput<typeof auth.forgotPassword>) => call(auth.forgotPassword, { body })

export const resetPassword = (body: BodyInput<typeof auth.resetPassword>) => call(auth.resetPassword, { body })

export async function changePassword(body: BodyInput<typeof auth.changePassword>): Promise<void> {
  await call(auth.changePassword, { body })
  const user = getLogin()?.user
  if (!user) return
  const { password_replaced_by: _, ...kept } = user
  storeUser({ ...kept, must_change_password: false })
}

/** Gives the own account an address; the answer tells it where it was taken at once. */
export async function addEmail(body: BodyInput<typeof auth.addEmail>) {
  const answer = await call(auth.addEmail, { body })
  const user = getLogin()?.user
  if (user && answer.data.email !== null) {
    const { sign_in_name: _, ...kept } = user
    storeUser({ ...kept, email: answer.data.email })
  }
  return answer
}

/** Takes the address of a mailed link, and tells it to the person who is signed in here, whoever that is. */
export async function takeEmail(token: string) {
  const answer = await call(auth.takeEmail, { body: { token } })
  // The address is taken, whatever becomes of this.
  if (getLogin())
    await call(auth.me).then(
      ({ data }) => storeUser(data),
      () => undefined,
    )
  return answer
}

/** Read each time: another device may have signed in since. */
export const loginsQuery = queryOf(auth.listLogins, {}, { gcTime: 0 })

const EFFECTS = { stale: [auth] }

export const useEndingLogins = () => ({
  end: useChange(auth.endLogin, EFFECTS),
  endOthers: useChange(auth.endOtherLogins, EFFECTS),
})

export const twoStepQuery = queryOf(secondFactor.read, {}, { select: dataOf, gcTime: 0 })

/** Asks for the secret of an authenticator app. The server tells it once, and nothing here keeps it. */
export const beginTwoStep = async () => (await call(secondFactor.begin)).data

type Proof = BodyInput<typeof secondFactor.confirm>

const codesOf = ({ data }: { data: { recovery_codes: string[] } }) => data.recovery_codes

export const confirmTwoStep = async (body: Proof) => codesOf(await call(secondFactor.confirm, { body }))

export const renewCodes = async (body: Proof) => codesOf(await call(secondFactor.renewCodes, { body }))

export const turnTwoStepOff = (body: Proof) => call(secondFactor.turnOff, { body })

/** Notes that the person has a second factor now, and may go on. */
export function noteTwoStep(): void {
  const user = getLogin()?.user
  if (!user) return
  const { must_set_up_second_factor: _, second_factor_reset_by: __, ...kept } = user
  storeUser(kept)
}

export async function noteSwitchedOff(): Promise<void> {
  await call(secondFactor.noted)
  noteTwoStep()
}
