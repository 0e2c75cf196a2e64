import type { Db } from '../../db/types.ts'
import { appCodeOf, isAppCode, openSecret, recoveryHashOf, stepOf } from './second-factor.rules.ts'

export const findFactor = (db: Db, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

type Factor = NonNullable<Awaited<ReturnType<typeof findFactor>>>

export const countRecoveryCodes = async (db: Db, userId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The part of a right code that makes it used up: the step of an app's code, or a recovery code's hash. */
export type Proof = { step: number } | { recovery: Buffer }

/** A code of the app, checked against a secret. @returns `unreadable` where the secret's key is another one by now */
export function checkAppCode(
  { secret, last_step }: Pick<Factor, 'secret' | 'last_step'>,
  { userId, code, key }: { userId: number; code: string; key: Buffer },
): { step: number } | 'wrong' | 'unreadable' {
  const opened = openSecret(secret, userId, key)
  if (!opened) return 'unreadable'
  const step = stepOf(opened, appCodeOf(code), last_step)
  return step === undefined ? 'wrong' : { step }
}

/** A code of a person who has a second factor: of the app, whose key `openKey` gives, or a recovery code. */
export async function checkCode(
  db: Db,
  factor: Factor,
  { userId, code, openKey }: { userId: number; code: string; openKey: () => Promise<Buffer> },
): Promise<Proof | 'wrong' | 'unreadable'> {
  if (isAppCode(code)) return checkAppCode(factor, { userId, code, key: await openKey() })
  const recovery = recoveryHashOf(code)
  const known = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', recovery)
    .executeTakeFirst()
  return known ? { recovery } : 'wrong'
}
