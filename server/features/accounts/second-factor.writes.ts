import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { endLoginsOf } from '../notices/devices.writes.ts'
import type { Account } from './reads.ts'
import type { Proof } from './second-factor.reads.ts'
import { latestStep, recoveryCodes, recoveryHashOf } from './second-factor.rules.ts'

// Switching a second factor on or off begins with a change of the account's row, as a sign-in does: so they come one
// after the other.

export const alreadyOn = () => conflict('Two-step sign-in is on already.')
export const notOn = () => conflict('Two-step sign-in is not on.')

/** Keeps a sealed secret until it is confirmed; one that was never confirmed gives way. @throws 409 when one holds */
export async function beginFactor(tx: Tx, userId: number, secret: Buffer): Promise<void> {
  const begun = await tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: sql<string>`now()` })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) throw alreadyOn()
}

const noteFactor = (tx: Tx, actor: { id: number; name: string }, userId: number, change: [string, string]) =>
  leaveTrail(tx, actor, [
    { action: 'second-factor', entity: 'user', entityId: userId, changes: { second_factor: change } },
  ])

/** Locks the account; what was said of somebody who had switched the factor off is said no more. */
export const takeNote = (tx: Tx, userId: number) =>
  tx.updateTable('users').set({ second_factor_reset_by: null }).where('id', '=', userId).execute()

/** Puts new recovery codes in the place of the former ones. @returns them, of which only hashes are stored */
async function newCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = recoveryCodes()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHashOf(code) })))
    .execute()
  return codes
}

/**
 * Switches the factor on that a code was given of. The other logins end: they were opened without it.
 * @returns the recovery codes
 * @throws 409 when it was begun anew or confirmed meanwhile
 */
export async function confirmFactor(
  tx: Tx,
  caller: Caller,
  { secret, step }: { secret: Buffer; step: number },
  token: string | undefined,
): Promise<string[]> {
  await takeNote(tx, caller.id)
  const confirmed = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: sql<string>`now()`, last_step: step })
    .where('user_id', '=', caller.id)
    .where('confirmed_at', 'is', null)
    .where('secret', '=', secret)
    .returning('user_id')
    .executeTakeFirst()
  if (!confirmed) throw alreadyOn()
  await endLoginsOf(tx, caller.id, token)
  await noteFactor(tx, caller, caller.id, ['off', 'on'])
  return newCodes(tx, caller.id)
}

/** Uses a proof up. @returns whether nobody has done so before */
export async function spendProof(tx: Tx, userId: number, proof: Proof): Promise<boolean> {
  const used =
    'step' in proof
      ? tx
          .updateTable('second_factors')
          .set({ last_step: proof.step })
          .where('user_id', '=', userId)
          .where((eb) => eb.or([eb('last_step', '<', proof.step), eb('last_step', '>', latestStep())]))
          .returning('user_id')
      : tx
          .deleteFrom('recovery_codes')
          .where('user_id', '=', userId)
          .where('code_hash', '=', proof.recovery)
          .returning('user_id')
  return (await used.executeTakeFirst()) !== undefined
}

/** @throws 409 when there is no factor any more */
export async function renewCodes(tx: Tx, caller: Caller): Promise<string[]> {
  const codes = await newCodes(tx, caller.id)
  await noteFactor(tx, caller, caller.id, ['recovery codes', 'new recovery codes'])
  return codes
}

const removeFactor = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.deleteFrom('second_factors').where('user_id', '=', userId).returning('confirmed_at').executeTakeFirst())
    ?.confirmed_at != null

/** Switches the own factor off. @throws 409 when it is not on any more */
export async function turnFactorOff(tx: Tx, caller: Caller): Promise<void> {
  await takeNote(tx, caller.id)
  if (!(await removeFactor(tx, caller.id))) throw notOn()
  await noteFactor(tx, caller, caller.id, ['on', 'off'])
}

/**
 * Switches off the factor of somebody who has lost it: their logins end, and they are told by whom.
 * @throws 403 for oneself, 404 for a person without one
 */
export async function resetFactor(tx: Tx, caller: Caller, account: Account): Promise<void> {
  if (account.id === caller.id) throw forbidden('Use Two-step sign-in of the user menu for your own account.')
  if (!(await removeFactor(tx, account.id))) throw notFound('Two-step sign-in')
  await tx.updateTable('users').set({ second_factor_reset_by: caller.name }).where('id', '=', account.id).execute()
  await endLoginsOf(tx, account.id)
  // A person who failed with codes of a lost phone must not have to wait.
  await tx.deleteFrom('login_failures').where('user_id', '=', account.id).execute()
  await noteFactor(tx, caller, account.id, ['on', 'off'])
}
