import type { LogEntry, LogEntryChange, NewLogEntry } from '../../../shared/contract/log-entries.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { LOG_ENTRIES_A_DAY_MAX } from '../../../shared/limits.ts'
import { studentMay } from '../../../shared/policies/log-entries.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { answering, conflict, HttpError, invalid, refuseStale, refuseUnless } from '../../core/errors.ts'
import { studentOf } from '../../core/scope.ts'
import type { Tx } from '../../db/types.ts'
import { lockStudent, readStudent } from '../students/reads.ts'
import { forgetCodesOf } from './codes.writes.ts'
import { entryTrail } from './entry-trail.ts'
import {
  countLoggedToday,
  hasCorrection,
  idsOfKeys,
  readEntriesByIds,
  readEntry,
  readSkillsToLog,
  readSupervisors,
} from './reads.ts'
import { earliestDay, firstDay } from './rules.ts'

const problemOf = (errors: Record<string, string>) => Object.entries(errors).map(([field, text]) => ({ field, text }))

/** The facts by which new and changed entries are judged. */
interface Known {
  skills: Awaited<ReturnType<typeof readSkillsToLog>>
  supervisors: Awaited<ReturnType<typeof readSupervisors>>
  /** Entries of earlier days are late. */
  earliest: string
  /** Entries of earlier days are refused. */
  first: string
}

/** The student whose entries are logged, and the field names of refusals. */
interface Logged {
  studentId: number
  backdateDays: number
  /** Returns the field's name in the body that was sent. */
  fieldOf: (at: number, field: string) => string
}

type Judged = Pick<NewLogEntry, 'skill_id' | 'supervisor_id' | 'performed_on'>

async function readKnown(
  tx: Tx,
  student: Pick<Student, 'id' | 'date_of_admission'>,
  entries: readonly Judged[],
  today: string,
  earliest: string,
): Promise<Known> {
  const [skills, supervisors] = [
    await readSkillsToLog(tx, student.id, [...new Set(entries.map(({ skill_id }) => skill_id))]),
    await readSupervisors(tx, [...new Set(entries.map(({ supervisor_id }) => supervisor_id))]),
  ]
  return { skills, supervisors, earliest, first: firstDay(student.date_of_admission, today) }
}

/** Judges an entry: returns its department and whether it is late, or the problems by field. */
function judge({ skills, supervisors, earliest, first }: Known, entry: Judged) {
  const skill = skills.find(({ id }) => id === entry.skill_id)
  if (!skill) return { problems: problemOf({ skill_id: 'Skill does not exist in a department of your groups' }) }
  const supervisor = supervisors.find(({ id }) => id === entry.supervisor_id)
  if (supervisor?.department_id !== skill.department_id)
    return {
      problems: problemOf({ supervisor_id: 'Supervisor must be a teacher at work in the department of the skill' }),
    }
  if (entry.performed_on < first)
    return {
      problems: problemOf({ performed_on: `Day can’t be before ${writtenDay(first)}, the first of your studies` }),
    }
  const is_late = entry.performed_on < earliest
  if (is_late && !supervisor.is_head)
    return {
      problems: problemOf({
        supervisor_id: `A performance before ${writtenDay(earliest)} needs the consent of the head of department: choose the head as supervisor`,
      }),
    }
  return { department_id: skill.department_id, is_late }
}

/** @throws 422 for an entry that another one can't be corrected by, 409 for one that is not signed */
async function refuseWrongCorrection(
  tx: Tx,
  caller: Caller,
  { studentId, fieldOf }: Logged,
  inputs: readonly NewLogEntry[],
): Promise<void> {
  const ids = inputs.flatMap(({ corrects_id }) => corrects_id ?? [])
  const corrected = ids.length === 0 ? [] : await readEntriesByIds(tx, caller, ids)
  for (const [at, { corrects_id, skill_id }] of inputs.entries()) {
    if (corrects_id == null) continue
    const entry = corrected.find((one) => one.id === corrects_id && one.student_id === studentId)
    if (!entry) throw invalid({ [fieldOf(at, 'corrects_id')]: ['Corrected entry does not exist'] })
    if (entry.skill_id !== skill_id) throw invalid({ [fieldOf(at, 'skill_id')]: ['A correction is of the same skill'] })
    refuseUnless(studentMay.correct, entry.status)
  }
}

const refusals = {
  log_entries_one_correction: conflict('This entry has been corrected already. Correct the later one.'),
}

/** Refuses more entries of a day. The supervisor who brings them can't wait for it: other signatures wait behind. */
const tooMany = (isOwn: boolean) =>
  isOwn
    ? new HttpError(429, `At most ${LOG_ENTRIES_A_DAY_MAX} entries a day. Please go on tomorrow.`)
    : conflict(`A student logs at most ${LOG_ENTRIES_A_DAY_MAX} entries a day. Nothing was signed.`)

/**
 * Logs performances of a student, all or none, and returns them in their order. One whose key the student has used is the
 * earlier one, whatever is sent: a device that had no answer sends again. The teller is the student, or the person who
 * brings the entries from the student's device.
 */
export async function logPerformances(
  tx: Tx,
  caller: Caller,
  logged: Logged,
  inputs: readonly NewLogEntry[],
): Promise<LogEntry[]> {
  const { studentId, backdateDays, fieldOf } = logged
  const student = await lockStudent(tx, caller, studentId)
  const keys = inputs.flatMap(({ key }) => key ?? [])
  if (new Set(keys).size < keys.length) throw invalid({ key: ['Each entry needs a key of its own'] })
  const before = keys.length === 0 ? new Map<string, number>() : await idsOfKeys(tx, studentId, keys)
  const isNew = ({ key }: NewLogEntry) => key === undefined || !before.has(key)
  const added = inputs.filter(isNew)
  const today = dayIn(caller.zone)
  const ids = added.length === 0 ? [] : await insert()

  async function insert(): Promise<number[]> {
    if ((await countLoggedToday(tx, studentId, caller.zone)) + added.length > LOG_ENTRIES_A_DAY_MAX)
      throw tooMany(studentOf(caller)?.id === studentId)
    const known = await readKnown(tx, student, added, today, earliestDay(today, backdateDays))
    await refuseWrongCorrection(
      tx,
      caller,
      logged,
      inputs.map((input) => (isNew(input) ? input : { ...input, corrects_id: null })),
    )
    const errors: Record<string, string[]> = {}
    const values = inputs.flatMap((input, at) => {
      if (!isNew(input)) return []
      const judged = judge(known, input)
      for (const { field, text } of judged.problems ?? []) errors[fieldOf(at, field)] = [text]
      const { key, corrects_id, ...entry } = input
      const { department_id = 0, is_late = false } = judged
      return [
        { ...entry, key: key ?? null, corrects_id: corrects_id ?? null, student_id: studentId, department_id, is_late },
      ]
    })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const rows = await answering(refusals, () => tx.insertInto('log_entries').values(values).returning('id').execute())
    return rows.map(({ id }) => id)
  }

  const made = await readEntriesByIds(tx, caller, [...ids, ...before.values()])
  await entryTrail.createdAll(
    tx,
    caller,
    made.filter(({ id }) => ids.includes(id)),
  )
  const rest = [...ids]
  return inputs.flatMap(({ key }) => {
    const id = (key !== undefined && before.get(key)) || rest.shift()
    return made.find((entry) => entry.id === id) ?? []
  })
}

/** Changes an entry that is not signed; fields left out stay. A returned one waits to be signed again. */
export async function changeEntry(
  tx: Tx,
  caller: Caller,
  entry: LogEntry,
  { updated_at, ...change }: LogEntryChange,
  backdateDays: number,
): Promise<LogEntry> {
  refuseUnless(studentMay.change, entry.status)
  refuseStale(entry, { updated_at })
  const changed = { ...entry, ...change }
  // The day on which it was logged decides whether it was late, not the one of a correction.
  const loggedOn = dayIn(caller.zone, new Date(entry.created_at))
  const student = await readStudent(tx, caller, entry.student_id)
  const known = await readKnown(tx, student, [changed], dayIn(caller.zone), earliestDay(loggedOn, backdateDays))
  const judged = judge(known, changed)
  if (judged.problems) throw invalid(Object.fromEntries(judged.problems.map(({ field, text }) => [field, [text]])))
  if (entry.corrects_id !== null && changed.skill_id !== entry.skill_id)
    throw invalid({ skill_id: ['A correction is of the same skill'] })
  await forgetCodesOf(tx, entry.id)
  await tx
    .updateTable('log_entries')
    .set({ ...change, ...judged, status: 'logged', feedback: null, updated_at: new Date() })
    .where('id', '=', entry.id)
    .execute()
  const updated = await readEntry(tx, caller, entry.id)
  await entryTrail.changed(tx, caller, entry, updated)
  return updated
}

export async function withdrawEntry(tx: Tx, caller: Caller, entry: LogEntry): Promise<LogEntry> {
  refuseUnless(studentMay.withdraw, entry.status)
  if (await hasCorrection(tx, entry.id)) throw conflict('A correction of this entry waits. Withdraw that one first.')
  await forgetCodesOf(tx, entry.id)
  await tx
    .updateTable('log_entries')
    .set({ status: 'withdrawn', updated_at: new Date() })
    .where('id', '=', entry.id)
    .execute()
  const withdrawn = await readEntry(tx, caller, entry.id)
  await entryTrail.changed(tx, caller, entry, withdrawn, { action: 'withdraw' })
  return withdrawn
}
