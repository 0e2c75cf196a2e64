import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { ReturnInput, SignInput, UnsignInput } from '../../../shared/contract/log-signing.ts'
import { signatureStateOf, signerMay, supervisorMay } from '../../../shared/policies/log-entries.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, forbidden, HttpError, invalid, notFound, refuseStale, refuseUnless } from '../../core/errors.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { noteForStudents } from '../notices/events.writes.ts'
import { entryTrail } from './entry-trail.ts'
import { readEntriesByIds, readEntry } from './reads.ts'
import { signRefusal } from './rules.ts'

type Signature = Omit<SignInput, 'ids'>

/** Names an entry in a refusal. */
const named = ({ student, skill, performed_on }: LogEntry) =>
  `${student.name}, ${skill.name}, ${writtenDay(performed_on)}`

/** @throws 404 when not all wanted entries are shown to the caller, telling how many of several */
export function refuseMissing(entries: readonly LogEntry[], ids: readonly number[]): void {
  const wanted = new Set(ids).size
  const missing = wanted - entries.length
  if (missing === 0) return
  if (wanted === 1) throw notFound('Log entry')
  throw new HttpError(
    404,
    `${missing} of these ${wanted} entries ${missing === 1 ? 'is' : 'are'} not in the logbook of your department any more, so nothing was signed. Please look again.`,
  )
}

/**
 * @throws 422 for seen entries that are not among these, 403 when the caller may not sign one of them, 409 when one is
 * signed, withdrawn, returned, was changed, or is not among the seen ones
 */
function refuseUnsignable(caller: Caller, entries: readonly LogEntry[], seen: Signature['seen']): void {
  if (seen?.some(({ id }) => !entries.some((entry) => entry.id === id)))
    throw invalid({ seen: ['Only entries that are to be signed can have been seen'] })
  const forbiddings = entries.flatMap((entry) => {
    const refused = signRefusal(caller, entry)
    if (refused === undefined) return []
    return [entries.length > 1 ? `${named(entry)}: ${refused}` : refused]
  })
  if (forbiddings.length > 0) throw forbidden(forbiddings.join(' '))
  const problems = entries.flatMap((entry) => {
    const refused = refusalOf(supervisorMay.sign, entry.status)
    if (refused) return [`${named(entry)}: ${refused}`]
    const read = seen?.find(({ id }) => id === entry.id)
    if (seen && !read) return [`${named(entry)}: This entry was added since you looked. Please look again.`]
    return read && read.updated_at !== entry.updated_at
      ? [`${named(entry)}: This entry was changed since you looked at it. Please look again.`]
      : []
  })
  if (problems.length > 0) throw conflict(problems.join(' '))
}

/**
 * Refuses a correction whose entry is neither signed nor signed with it: both would count once that is signed again.
 * @throws 409
 */
async function refuseLoose(tx: Tx, caller: Caller, entries: readonly LogEntry[]): Promise<void> {
  const ids = entries.flatMap(({ corrects_id }) => corrects_id ?? [])
  const corrected = ids.length === 0 ? [] : await readEntriesByIds(tx, caller, ids)
  const loose = entries.filter(
    ({ corrects_id }) =>
      corrects_id !== null &&
      !entries.some(({ id }) => id === corrects_id) &&
      corrected.find(({ id }) => id === corrects_id)?.status !== 'signed',
  )
  if (loose.length > 0)
    throw conflict(
      loose
        .map(
          (entry) => `${named(entry)}: It corrects an entry that is not signed any more, which is to be signed first.`,
        )
        .join(' '),
    )
}

/**
 * Signs entries, all or none, each with a row in the trail. An entry that corrects another one takes its place.
 * `entries` are locked.
 */
export async function signEntries(
  tx: Tx,
  caller: Caller,
  entries: readonly LogEntry[],
  { decision, rating = null, feedback = null, seen }: Signature,
  byCode = false,
): Promise<LogEntry[]> {
  if (entries.length === 0) throw notFound('Log entry')
  refuseUnsignable(caller, entries, seen)
  await refuseLoose(tx, caller, entries)
  const ids = entries.map(({ id }) => id)
  const corrected = entries.flatMap(({ corrects_id }) => corrects_id ?? [])
  const now = new Date()
  await tx
    .updateTable('log_entries')
    .set({ status: 'signed', decision, rating, feedback, signed_by: caller.id, signed_at: now, signed_by_code: byCode })
    .set('updated_at', now)
    .where(sql<SqlBool>`id = any(${ids})`)
    .execute()
  if (corrected.length > 0) await setCorrected(tx, corrected, true)
  const signed = await readEntriesByIds(tx, caller, ids)
  await leaveTrail(
    tx,
    caller,
    signed.map((after) =>
      entryTrail.event({ id: after.id, before: entries.find(({ id }) => id === after.id), after, action: 'sign' }),
    ),
  )
  return signed
}

const setCorrected = (tx: Tx, ids: readonly number[], is_corrected: boolean) =>
  tx
    .updateTable('log_entries')
    .set({ is_corrected })
    .where(sql<SqlBool>`id = any(${[...ids]})`)
    .execute()

/** Returns an entry to its student, with what is to be corrected. */
export async function giveBackEntry(
  tx: Tx,
  caller: Caller,
  entry: LogEntry,
  { feedback, updated_at }: z.output<typeof ReturnInput>,
): Promise<LogEntry> {
  const refused = signRefusal(caller, entry)
  if (refused) throw forbidden(refused)
  refuseUnless(supervisorMay.giveBack, entry.status)
  refuseStale(entry, { updated_at })
  await tx
    .updateTable('log_entries')
    .set({ status: 'returned', feedback, updated_at: new Date() })
    .where('id', '=', entry.id)
    .execute()
  const returned = await readEntry(tx, caller, entry.id)
  await entryTrail.changed(tx, caller, entry, returned, { action: 'return' })
  await noteForStudents(tx, 'returned', [entry.student_id])
  return returned
}

/** Takes back a signature of the caller's own within a day. The entry waits to be signed again. */
export async function unsignEntry(
  tx: Tx,
  caller: Caller,
  entry: LogEntry,
  { reason, updated_at }: z.output<typeof UnsignInput>,
): Promise<LogEntry> {
  refuseUnless(signerMay.unsign, signatureStateOf(entry, caller.id))
  refuseStale(entry, { updated_at })
  if (entry.corrected_by !== null)
    throw conflict('A later entry has taken the place of this one. Take that one’s signature back.')
  await tx
    .updateTable('log_entries')
    .set({
      status: 'logged',
      decision: null,
      rating: null,
      // Its student reads why.
      feedback: reason,
      signed_by: null,
      signed_at: null,
      signed_by_code: false,
      updated_at: new Date(),
    })
    .where('id', '=', entry.id)
    .execute()
  if (entry.corrects_id !== null) await setCorrected(tx, [entry.corrects_id], false)
  const unsigned = await readEntry(tx, caller, entry.id)
  await entryTrail.changed(tx, caller, entry, unsigned, { action: 'unsign', more: { reason: [null, reason] } })
  return unsigned
}
