import { CODE_NEEDED, WRONG_CODE } from '../../../shared/contract/auth.ts'
import { conflict, type HttpError, unauthenticated } from '../../core/errors.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Services } from '../../http/services.ts'
import { checkCode, findFactor, type Proof } from '../accounts/second-factor.reads.ts'
import { factorKeyOf } from '../accounts/second-factor.rules.ts'
import { spendProof } from '../accounts/second-factor.writes.ts'

// The second factor of a sign-in. Password and code come in one call: nothing is kept between two.

const refusedOn = (text: string) => unauthenticated(text, { code: [text] })
export const codeNeeded = () => refusedOn(CODE_NEEDED)
export const wrongCode = () => refusedOn(WRONG_CODE)
export const unreadable = () =>
  conflict(
    'Codes of the app cannot be checked any more. Use a recovery code, or ask an administrator to switch two-step sign-in off.',
  )

/**
 * Returns the key, which lies beside the files: so it is opened before a transaction, and where the files are away the
 * answer is 503.
 */
export const factorKey = async ({ responsesKey }: Services): Promise<Buffer> => factorKeyOf(await responsesKey.open())

/** The result for a person whose password was right. A code that is still to come is no failure, and no success. */
export type ProofResult =
  | { outcome: 'right' | 'right with code'; proof?: Proof }
  | { outcome: 'wrong code' | 'code to come'; refusal: HttpError }

/** @throws 409 when the app's codes can't be checked, 503 when the key can't be reached */
export async function proveCode(
  db: Db,
  services: Services,
  userId: number,
  code: string | undefined,
): Promise<ProofResult> {
  const factor = await findFactor(db, userId)
  if (!factor?.confirmed_at) return { outcome: 'right' }
  if (!code) return { outcome: 'code to come', refusal: codeNeeded() }
  const proof = await checkCode(db, factor, { userId, code, openKey: () => factorKey(services) })
  if (proof === 'unreadable') throw unreadable()
  return proof === 'wrong' ? { outcome: 'wrong code', refusal: wrongCode() } : { outcome: 'right with code', proof }
}

/**
 * Uses the proof up in the transaction that signs in, behind the account's lock: the factor may have been switched on, or
 * the code used, since it was looked at.
 * @throws 401 when there is no such proof (any more)
 */
export async function refuseUnproved(tx: Tx, userId: number, proof: Proof | undefined): Promise<void> {
  const factor = await findFactor(tx, userId)
  if (!factor?.confirmed_at) return
  if (!proof) throw codeNeeded()
  if (!(await spendProof(tx, userId, proof))) throw wrongCode()
}
