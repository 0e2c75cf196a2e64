import type { LoginAnswer } from '../../../shared/contract/auth.ts'
import { unauthenticated } from '../../core/errors.ts'
import { type LoginHolder, userOf } from '../../core/holder.ts'
import { closeLogin, isAccountActive, LOGIN_SECONDS, openLogin, vouchedFor } from '../../core/login.ts'
import type { Tx } from '../../db/types.ts'
import { chooseByLink, noteSignIn } from '../accounts/passwords.writes.ts'
import { readSignIn } from '../accounts/reads.ts'
import type { Proof } from '../accounts/second-factor.reads.ts'
import { carryDevice, meetDevice } from '../notices/devices.writes.ts'
import { forgetDevices, knowDevice } from './devices.writes.ts'
import { refuseUnproved } from './proving.ts'
import type { Opening } from './rules.ts'

export const wrongPassword = () => unauthenticated('Invalid email or password.')

/** Opens a login for an account whose row is locked. @throws 401 for a person who may not sign in (any more) */
async function openFor(
  tx: Tx,
  userId: number,
  { userAgent, secondFactorRoles }: Opening,
  isByProvider: boolean,
): Promise<LoginAnswer> {
  const { staff_status, student_status, ...person } = await readSignIn(tx, userId)
  if (!isAccountActive(staff_status, student_status))
    throw unauthenticated('Your account is not active. Please contact the administrator.')
  const access_token = await openLogin(tx, userId, userAgent, isByProvider)
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: LOGIN_SECONDS,
    user: userOf({ ...person, ...vouchedFor(isByProvider, person) }, secondFactorRoles),
  }
}

/** Opens a login in a browser, which is known to the account from now on. */
async function openOn(
  tx: Tx,
  userId: number,
  device: Buffer,
  opening: Opening,
  isByProvider: boolean,
): Promise<LoginAnswer> {
  await knowDevice(tx, userId, device)
  const answer = await openFor(tx, userId, opening, isByProvider)
  await meetDevice(tx, userId, { token: answer.access_token, device })
  return answer
}

/**
 * Signs in with the account's password as it was verified.
 * @throws 401 as for a wrong password or code when it is no longer that one; 401 for a person who may not sign in
 */
export async function signIn(
  tx: Tx,
  verified: { id: number; password_hash: string; proof: Proof | undefined },
  device: Buffer,
  opening: Opening,
): Promise<LoginAnswer> {
  if (!(await noteSignIn(tx, verified.id, verified.password_hash))) throw wrongPassword()
  await refuseUnproved(tx, verified.id, verified.proof)
  return openOn(tx, verified.id, device, opening, false)
}

/** Signs in a person vouched for by the identity provider. @throws 401 for a person who may not sign in */
export async function signInByProvider(tx: Tx, userId: number, device: Buffer, opening: Opening): Promise<LoginAnswer> {
  // Deleted meanwhile.
  if (!(await noteSignIn(tx, userId))) throw unauthenticated()
  return openOn(tx, userId, device, opening, true)
}

/** Replaces the token; the old one is revoked in the same transaction. @throws 401 when that was done before */
export async function replaceToken(
  tx: Tx,
  { id, isByProvider }: Pick<LoginHolder, 'id' | 'isByProvider'>,
  oldToken: string,
  opening: Opening,
): Promise<LoginAnswer> {
  await noteSignIn(tx, id)
  const answer = await openFor(tx, id, opening, isByProvider)
  await carryDevice(tx, oldToken, answer.access_token)
  if (!(await closeLogin(tx, oldToken))) throw unauthenticated()
  return answer
}

/**
 * Uses up the token of a mailed link for a new password. All devices but the one in use are forgotten: a person who had
 * to choose anew may have lost one.
 * @throws 422 on `token` when it is used or ended meanwhile
 */
export async function resetPassword(tx: Tx, reset: Parameters<typeof chooseByLink>[1], device: Buffer): Promise<void> {
  await chooseByLink(tx, reset)
  await forgetDevices(tx, reset.userId)
  await knowDevice(tx, reset.userId, device)
}
