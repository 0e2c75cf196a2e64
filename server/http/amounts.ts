import { sql } from 'kysely'
import type { Endpoint } from '../../shared/endpoint.ts'
import { CALLS_A_DAY_MAX, CHANGES_A_DAY_MAX, UPLOADED_A_DAY_MAX_BYTES } from '../../shared/limits.ts'
import type { Caller } from '../core/caller.ts'
import { HttpError } from '../core/errors.ts'
import type { Db } from '../db/types.ts'

// The amounts that one person may add in a day of the college's calendar (docs/decisions/0051-bounds.md).

interface Bound {
  /** The thing that is counted: a call, or bytes. */
  what: string
  most: number
  amount?: number
  /** The message for a person who has added too much. */
  refusal: string
}

const GO_ON = 'Please go on tomorrow, or ask an administrator.'

/**
 * Counts what a person adds, in the transaction that adds it. A write that is rolled back is not counted. Two writes of
 * one person wait for each other here, so that they cannot pass the bound together.
 * @throws 429 with `Retry-After` when it is more than a day allows
 */
export async function countAmount(
  db: Db,
  { id, zone }: Pick<Caller, 'id' | 'zone'>,
  { what, most, amount = 1, refusal }: Bound,
): Promise<void> {
  const { rows } = await sql<{ total: number; seconds: number }>`
    insert into day_amounts as counted (user_id, day, what, amount)
    values (${id}, (now() at time zone ${zone})::date, ${what}, ${amount})
    on conflict (user_id, day, what) do update set amount = counted.amount + excluded.amount
    returning amount as total,
      ceil(extract(epoch from ((day + 1)::timestamp at time zone ${zone}) - now()))::int as seconds`.execute(db)
  const [counted] = rows
  if (!counted || counted.total <= most) return
  throw new HttpError(429, refusal, { headers: { 'retry-after': String(Math.max(1, counted.seconds)) } })
}

const isAdmin = ({ roles }: Caller) => roles.includes('admin')

/** Returns the bound of a call, or nothing where it has none. */
export function boundOf(declared: Endpoint, caller: Caller): Bound | undefined {
  const { method, path, aDay, goesOn, forgetsKey } = declared
  if (method === 'GET' || method === 'DELETE' || forgetsKey) return undefined
  if (aDay) {
    const most = isAdmin(caller) ? (aDay.ofAdmin ?? aDay.most) : aDay.most
    return {
      what: `${method} ${path}`,
      most,
      refusal: `You have added ${most} ${aDay.noun} today, the most that one person may add in a day. ${GO_ON}`,
    }
  }
  if (goesOn !== undefined && goesOn !== 'change') return undefined
  if (method === 'POST' && goesOn === undefined)
    return {
      what: `${method} ${path}`,
      most: CALLS_A_DAY_MAX,
      refusal: `You have added as much of this today as one person may (${CALLS_A_DAY_MAX}). ${GO_ON}`,
    }
  return {
    what: 'changes',
    most: CHANGES_A_DAY_MAX,
    refusal: `You have made as many changes today as one person may (${CHANGES_A_DAY_MAX}). ${GO_ON}`,
  }
}

/** Counts a write of a signed-in person, in its transaction. @throws 429 when it is more than a day allows */
export async function countWrite(tx: Db, caller: Caller | null, declared: Endpoint): Promise<void> {
  const bound = caller && boundOf(declared, caller)
  if (bound) await countAmount(tx, caller, bound)
}

/**
 * Counts the bytes of an upload before it is kept: a file whose record is refused also stays for thirty days.
 * @throws 429 when it is more than a day allows
 */
export const countUploaded = (db: Db, caller: Caller, bytes: number): Promise<void> =>
  countAmount(db, caller, {
    what: 'uploaded bytes',
    most: UPLOADED_A_DAY_MAX_BYTES,
    amount: bytes,
    refusal: `You have uploaded as much today as one person may (${UPLOADED_A_DAY_MAX_BYTES / 1024 ** 3} GB). ${GO_ON}`,
  })

/** Removes the counts of days that are over in every time zone. */
export async function sweepAmounts(db: Db): Promise<void> {
  await sql`delete from day_amounts where day < (now() - interval '2 days')::date`.execute(db)
}
