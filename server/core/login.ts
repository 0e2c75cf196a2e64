import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import { maySignIn } from '../../shared/labels.ts'
import type { Db, Tx } from '../db/types.ts'
import { unauthenticated } from './errors.ts'
import type { LoginHolder } from './holder.ts'

/** The time that a login lasts after its last use. */
export const LOGIN_SECONDS = 12 * 60 * 60
/** A use is written down at most this often, so that a busy login does not write at every read. */
const SLIDE_AFTER_SECONDS = 60

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Opens a login; only the hash of its 256-bit token is stored. */
export async function openLogin(
  tx: Tx,
  userId: number,
  userAgent: string | undefined,
  byProvider = false,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('logins')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      user_agent: userAgent?.slice(0, 400) ?? null,
      by_provider: byProvider,
      expires_at: new Date(Date.now() + LOGIN_SECONDS * 1000),
    })
    .execute()
  return token
}

/** @returns whether the login was there */
export async function closeLogin(tx: Tx, token: string): Promise<boolean> {
  const closed = tx.deleteFrom('logins').where('token_hash', '=', hashOf(token)).returning('user_id')
  return (await closed.executeTakeFirst()) !== undefined
}

/** Ends every login of a person but the one of `exceptToken`. */
export async function closeLoginsOf(tx: Tx, userId: number, exceptToken?: string): Promise<void> {
  const theirs = tx.deleteFrom('logins').where('user_id', '=', userId)
  await (exceptToken ? theirs.where('token_hash', '!=', hashOf(exceptToken)) : theirs).execute()
}

/** Ends a login of this person, by its number. @returns whether it was there */
export async function closeOwnLogin(tx: Tx, userId: number, id: number): Promise<boolean> {
  const closed = tx.deleteFrom('logins').where('id', '=', id).where('user_id', '=', userId).returning('id')
  return (await closed.executeTakeFirst()) !== undefined
}

/** The bearer token of a request, if it carries one. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** True when people in this state may sign in; someone who is neither staff nor student always may. */
export const isAccountActive = (staffStatus: string | null, studentStatus: string | null) =>
  [staffStatus, studentStatus].every((status) => status === null || maySignIn(status))

const accountQuery = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('staff', 'staff.user_id', 'u.id')
    .leftJoin('departments as d', 'd.id', 'staff.department_id')
    .leftJoin('students as st', 'st.user_id', 'u.id')
    .leftJoin('student_batches as sb', (join) =>
      join.onRef('sb.student_id', '=', 'st.id').on('sb.status', '=', sql.lit('active')),
    )
    .select([
      'u.id',
      'u.name',
      'u.email',
      sql<string | null>`coalesce(u.email, st.roll_no, staff.staff_no)`.as('sign_in_name'),
      'u.must_change_password',
      'u.password_replaced_by',
      'u.second_factor_reset_by',
      sql<boolean>`exists (select from second_factors f
        where f.user_id = u.id and f.confirmed_at is not null)`.as('has_second_factor'),
      'staff.id as staff_id',
      'staff.status as staff_status',
      'staff.department_id',
      'd.type as department_type',
      'st.id as student_id',
      'st.status as student_status',
      'sb.batch_id',
      sql<string[]>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id order by r.id)`.as('roles'),
    ])

const loginQuery = (db: Db) =>
  accountQuery(db)
    .innerJoin('logins as s', 's.user_id', 'u.id')
    .select(sql<boolean>`s.last_used_at < now() - make_interval(secs => ${sql.lit(SLIDE_AFTER_SECONDS)})`.as('slides'))
    .select('s.by_provider')
    .where('s.expires_at', '>', sql<string>`now()`)

/** Every request asks it: built once, only its parameter changes. */
let compiled: ReturnType<typeof compileLogins> | undefined
let compiledHeld: ReturnType<typeof compileHeld> | undefined
const compileLogins = (db: Db) =>
  loginQuery(db).select('s.token_hash').where(sql<SqlBool>`s.token_hash = any(${[]}::bytea[])`).compile()
// The account first: a change of a person locks it too, and then ends the logins.
const compileHeld = (db: Db) =>
  loginQuery(db).where('s.token_hash', '=', Buffer.of()).forKeyShare(['u', 's']).skipLocked().compile()

type AccountRow = NonNullable<Awaited<ReturnType<ReturnType<typeof accountQuery>['executeTakeFirst']>>>
type LoginRow = NonNullable<Awaited<ReturnType<ReturnType<typeof loginQuery>['executeTakeFirst']>>>

const keyOf = (hash: Buffer) => hash.toString('hex')

/** The logins that are there of those with these hashes, by their hashes. */
async function readLogins(db: Db, hashes: readonly Buffer[]): Promise<Map<string, LoginRow>> {
  compiled ??= compileLogins(db)
  const query: typeof compiled = { ...compiled, parameters: [hashes] }
  const { rows } = await db.executeQuery(query)
  return new Map(rows.map((row) => [keyOf(row.token_hash), row]))
}

/** The logins that the requests of one turn of the event loop ask for: one statement reads them all. */
const asked = new WeakMap<Db, { hashes: Map<string, Buffer>; found: Promise<Map<string, LoginRow>> }>()

function readLogin(db: Db, token: string): Promise<LoginRow | undefined> {
  const hash = hashOf(token)
  let together = asked.get(db)
  if (!together) {
    const hashes = new Map<string, Buffer>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const found = turn.then(() => {
      asked.delete(db)
      return readLogins(db, [...hashes.values()])
    })
    together = { hashes, found }
    asked.set(db, together)
  }
  together.hashes.set(keyOf(hash), hash)
  return together.found.then((logins) => logins.get(keyOf(hash)))
}

/**
 * The person behind a token, read from the database at every request, so that a revoked login, a changed role or
 * status takes effect at once on every process.
 * @throws 401 when there is none.
 */
export async function authenticate(db: Db, token: string | undefined): Promise<LoginHolder> {
  if (!token) throw unauthenticated()
  const row = await readLogin(db, token)
  if (!row) throw unauthenticated()
  return holderOf(db, token, row)
}

/**
 * Finds the person as `authenticate` does, in a write's own transaction. Until it ends, nobody ends or changes the login
 * or the account, and it waits for a write that is doing so. `alone` is for a write that ends the login: it waits for
 * the login's other writes, too.
 * @throws 401 when there is none
 */
export async function authenticateHeld(tx: Tx, token: string, alone: boolean): Promise<LoginHolder> {
  compiledHeld ??= compileHeld(tx)
  const query: typeof compiledHeld = { ...compiledHeld, parameters: [hashOf(token)] }
  const [row] = alone ? [] : (await tx.executeQuery(query)).rows
  if (row) return holderOf(tx, token, row)
  // Somebody is at it, or it is gone. A row read together with a lock is as it was before the wait for it, so it is
  // read by a statement of its own.
  await holdLogin(tx, token, alone)
  return authenticate(tx, token)
}

async function holderOf(db: Db, token: string, row: LoginRow): Promise<LoginHolder> {
  if (!isAccountActive(row.staff_status, row.student_status))
    throw unauthenticated('Your account is not active. Please contact the administrator.')
  if (row.slides) await slide(db, token)
  const person = personOf(row)
  return { ...person, ...vouchedFor(row.by_provider, person) }
}

/** The person of an account as a login would tell them, also of one who may not sign in any more. */
export async function findPerson(db: Db, userId: number): Promise<LoginHolder | undefined> {
  const row = await accountQuery(db).where('u.id', '=', userId).executeTakeFirst()
  return row && personOf(row)
}

/** A person vouched for by the identity provider has proved all that is asked for here. */
export const vouchedFor = (isByProvider: boolean, { mustChangePassword }: { mustChangePassword: boolean }) => ({
  isByProvider,
  mustChangePassword: mustChangePassword && !isByProvider,
})

/**
 * The person of an account as a login would tell them, for what is opened without one. It is none of their uses.
 * @returns nobody where the person could not sign in, or has still to choose a password
 */
export async function findHolder(db: Db, userId: number): Promise<LoginHolder | undefined> {
  const row = await accountQuery(db).where('u.id', '=', userId).executeTakeFirst()
  if (!row || row.must_change_password) return undefined
  return isAccountActive(row.staff_status, row.student_status) ? personOf(row) : undefined
}

function personOf(row: AccountRow): LoginHolder {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    signInName: row.sign_in_name ?? row.name,
    roles: row.roles,
    mustChangePassword: row.must_change_password,
    hasSecondFactor: row.has_second_factor,
    isByProvider: false,
    passwordReplacedBy: row.password_replaced_by,
    secondFactorResetBy: row.second_factor_reset_by,
    staff:
      row.staff_id !== null && row.department_id !== null && row.department_type !== null
        ? { id: row.staff_id, departmentId: row.department_id, departmentType: row.department_type }
        : null,
    student: row.student_id === null ? null : { id: row.student_id, batchId: row.batch_id },
  }
}

const holdingQuery = (db: Db, alone: boolean) => {
  const held = db
    .selectFrom('users as u')
    .innerJoin('logins as s', 's.user_id', 'u.id')
    .select('u.id')
    .where('s.token_hash', '=', Buffer.of())
    .forKeyShare('u')
  return (alone ? held.forUpdate('s') : held.forKeyShare('s')).compile()
}
const compiledHolding = new Map<boolean, ReturnType<typeof holdingQuery>>()

async function holdLogin(tx: Tx, token: string, alone: boolean): Promise<void> {
  const query = compiledHolding.get(alone) ?? holdingQuery(tx, alone)
  compiledHolding.set(alone, query)
  await tx.executeQuery({ ...query, parameters: [hashOf(token)] } as typeof query)
}

async function slide(db: Db, token: string): Promise<void> {
  await db
    .updateTable('logins')
    .set({ last_used_at: sql<string>`now()`, expires_at: new Date(Date.now() + LOGIN_SECONDS * 1000) })
    .where('token_hash', '=', hashOf(token))
    .execute()
}

/** Removes logins whose time is over. */
export const sweepLogins = (db: Db) => db.deleteFrom('logins').where('expires_at', '<=', sql<string>`now()`).execute()
