import { createHash } from 'node:crypto'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { CodeEntries, SignByCodeInput } from '../../../shared/contract/log-signing.ts'
import { folded } from '../../../shared/folding.ts'
import { maySignIn } from '../../../shared/labels.ts'
import { CODE_MINUTES } from '../../../shared/limits.ts'
import { supervisorMay } from '../../../shared/policies/log-entries.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { addressOf } from '../../core/app-address.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, HttpError } from '../../core/errors.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Services } from '../../http/services.ts'
import type { Write } from '../../http/writing.ts'
import { findStudent } from '../students/reads.ts'
import { entriesOfCode, findCode, hasStood, lockCode, refuseGuessing, type StandingCode } from './codes.reads.ts'
import { bindEntries, endCode, isSecretOf, noteWrongCode } from './codes.writes.ts'
import { logPerformances } from './logging.writes.ts'
import { lockEntries, readEntriesByIds } from './reads.ts'
import { signRefusal } from './rules.ts'
import { signEntries } from './signing.writes.ts'

const UNKNOWN = `This code is not known. A code is used once, and within ${CODE_MINUTES} minutes.`
const NOT_SENT =
  'The student’s phone has not sent these entries yet. Scan the picture on it, or try again when it has network.'

const FOREIGN = 'These performances are of another department, whose teachers sign them. Nothing was signed.'

/** Returns the address that the picture of a code opens. */
export function addressOfCode({ settings }: Services, code: string): string {
  const path = addressOf('/logbook', { modal: 'sign', code })
  return settings.PUBLIC_URL ? new URL(path, settings.PUBLIC_URL).href : path
}

/**
 * Does what a code is for. A code that is none counts against the person, in a transaction of its own: that of a call
 * with a key is undone with the refusal.
 */
async function byCode<T>(db: Db, caller: Caller, code: string, work: () => Promise<T>): Promise<T> {
  await refuseGuessing(db, caller.id)
  try {
    return await work()
  } catch (error) {
    // A code that has ended meanwhile is no guess.
    if (error instanceof HttpError && error.message === UNKNOWN && !(await hasStood(db, code, caller.id)))
      await db.transaction().execute((tx) => noteWrongCode(tx, caller.id))
    throw error
  }
}

const unknown = () => new HttpError(404, UNKNOWN)

/** Returns the entries under a code for the person who is to sign them. */
export async function readByCode(db: Db, caller: Caller, code: string): Promise<CodeEntries> {
  return byCode(db, caller, code, async () => {
    const found = await findCode(db, code)
    if (!found) throw unknown()
    const ids = await entriesOfCode(db, found.id)
    if (ids.length === 0) throw conflict(NOT_SENT)
    const entries = await readEntriesByIds(db, caller, ids)
    const [first] = entries
    // Entries of another department do not exist for the caller.
    if (!first) throw unknown()
    const refusal = entries
      .map((entry) => signRefusal(caller, entry) ?? refusalOf(supervisorMay.sign, entry.status))
      .find((text) => text !== undefined)
    return { student: first.student, entries, expires_at: found.expires_at, refusal: refusal ?? null }
  })
}

/**
 * Brings the entries that a picture held, as far as the server has not got them.
 * @throws 404 without the secret, 409 for those of a foreign department
 */
async function bringEntries(
  tx: Tx,
  caller: Caller,
  code: StandingCode,
  { secret = '', entries = [] }: Pick<SignByCodeInput, 'secret' | 'entries'>,
  backdateDays: number,
): Promise<void> {
  if (!isSecretOf(code, secret)) throw unknown()
  if (entries.some(({ key }) => key === undefined)) throw conflict('Each of these entries needs its key.')
  const logged = await logPerformances(
    tx,
    caller,
    { studentId: code.student_id, backdateDays, fieldOf: (at, field) => `entries.${at}.${field}` },
    entries,
  )
  // The picture has shown them, so this tells nothing new.
  if (logged.length < entries.length) throw conflict(FOREIGN)
  await bindEntries(
    tx,
    code.id,
    logged.map(({ id }) => id),
  )
}

type Shown = NonNullable<SignByCodeInput['entries']>[number]

/** True when an entry is the one that the picture held. */
function isSame(entry: LogEntry, shown: Shown | undefined): boolean {
  return (
    shown !== undefined &&
    entry.skill_id === shown.skill_id &&
    entry.performed_on === shown.performed_on &&
    entry.level === shown.level &&
    entry.supervisor_id === shown.supervisor_id &&
    entry.setting === (shown.setting ?? 'patient') &&
    entry.attempt === (shown.attempt ?? 'first') &&
    entry.place === (shown.place ?? null) &&
    entry.corrects_id === (shown.corrects_id ?? null) &&
    entry.patient_age_band === (shown.patient_age_band ?? null) &&
    entry.patient_sex === (shown.patient_sex ?? null) &&
    entry.reflection === (shown.reflection ?? null)
  )
}

/** @throws 409 when the locked entries are not those that the picture held: their student may have changed them since */
function refuseOthers(locked: readonly LogEntry[], shown: readonly Shown[]): void {
  const isAsShown = locked.every((entry) =>
    isSame(
      entry,
      shown.find(({ key }) => key === entry.key),
    ),
  )
  if (!isAsShown || locked.length !== shown.length)
    throw conflict('The student has changed these entries since. Ask for a new code.')
}

/** Returns those that the picture held, or the person has looked at: the student may put others under a code kept ahead. */
function chosenOf(locked: LogEntry[], shown: readonly Shown[] | undefined, seen: SignByCodeInput['seen']): LogEntry[] {
  if (shown) return locked.filter((entry) => shown.some(({ key }) => key === entry.key))
  return seen ? locked.filter((entry) => seen.some(({ id }) => id === entry.id)) : locked
}

/** True of a student's name as it was told, or as a device keeps it: folded, as SHA-256. */
const isNameOf = (name: string, told: string) =>
  folded(told) === folded(name) || told === createHash('sha256').update(folded(name)).digest('hex')

/** Locks what stands under a code, and signs it. */
async function signCode(
  tx: Tx,
  caller: Caller,
  { code, secret, entries, student: told, ...signature }: SignByCodeInput,
  backdateDays: number,
) {
  const found = await lockCode(tx, code)
  const student = found && (await findStudent(tx, caller, found.student_id))
  if (!found || !student) throw unknown()
  if (told && !isNameOf(student.name, told)) throw conflict(`This code is of another student, ${student.name}.`)
  if (secret !== undefined && !isSecretOf(found, secret)) throw unknown()
  // A device that is not given back holds codes for days.
  if (entries && !maySignIn(student.status))
    throw conflict(`${student.name} is not a student any more. Nothing was signed.`)
  if (entries) await bringEntries(tx, caller, found, { secret, entries }, backdateDays)
  const ids = await entriesOfCode(tx, found.id)
  if (ids.length === 0) throw conflict(NOT_SENT)
  const locked = await lockEntries(tx, caller, ids)
  // Entries of another department do not exist for the caller.
  if (locked.length < ids.length) throw unknown()
  const chosen = chosenOf(locked, entries, signature.seen)
  if (entries) refuseOthers(chosen, entries)
  const signed = await signEntries(tx, caller, chosen, signature, true)
  await endCode(tx, caller, found)
  return signed
}

/** Signs what stands under a code, as far as it was looked at, and ends the code. */
export const signByCode = (services: Services, db: Db, write: Write, caller: Caller, input: SignByCodeInput) =>
  byCode(db, caller, input.code, () =>
    write((tx) => signCode(tx, caller, input, services.settings.LOGBOOK_BACKDATE_DAYS)),
  )
