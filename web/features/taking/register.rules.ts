import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { type ATTENDANCE_STATUSES, labelOf } from '../../../shared/labels.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import type { Question } from '../../core/confirm.ts'
import { formatDay } from '../../core/formats.ts'
import type { OutboxEntry } from '../../offline/outbox.ts'
import { isApart, UNMARKED } from './roster.rules.ts'

export type EntryStatus = (typeof ATTENDANCE_STATUSES)[number]

/** The entries that the person has touched, by student, without the stored ones. */
export type Entries = Readonly<Record<number, EntryStatus>>

/** The remarks that the person has touched, by student. */
export type Remarks = Readonly<Record<number, string>>

/** The person's entries and remarks, kept on the device until they are stored. */
export interface EntryDraft {
  entries: Entries
  remarks: Remarks
}

/** The entries with the version of the session that they were made on. */
export interface EntriesBegun extends EntryDraft {
  updated_at: string
  /** The time of an own submission that had not arrived when these entries were made over it. */
  over?: string | undefined
}

/** Reads what an earlier version kept: it called entries marks. */
export const begunToday = ({ marks, ...rest }: EntriesBegun & { marks?: Entries }): EntriesBegun =>
  marks ? { ...rest, entries: marks } : rest

export const NOTHING_GIVEN: EntryDraft = { entries: {}, remarks: {} }

/** Puts later entries over earlier ones. */
export const givenOver = (earlier: EntryDraft | undefined, later: EntryDraft | undefined): EntryDraft => ({
  entries: { ...earlier?.entries, ...later?.entries },
  remarks: { ...earlier?.remarks, ...later?.remarks },
})

/** A session with the students to mark. */
export interface Taking {
  session: AttendanceSession
  students: readonly RosterStudent[]
}

/** Returns a student's entry as it is now; undefined until the student is marked. */
export const entryOf = (student: RosterStudent, entries: Entries): EntryStatus | undefined =>
  entries[student.student_id] ?? student.status ?? undefined

export const remarkOf = (student: RosterStudent, remarks: Remarks): string =>
  remarks[student.student_id] ?? student.remarks ?? ''

export interface EntryCounts {
  present: number
  absent: number
  leave: number
  untouched: number
}

export function entryCounts(students: readonly RosterStudent[], entries: Entries): EntryCounts {
  const counts = { present: 0, absent: 0, leave: 0, untouched: 0 }
  for (const student of students)
    if (student.is_marked && !isApart(student, entryOf(student, entries)))
      counts[entryOf(student, entries) ?? 'untouched'] += 1
  return counts
}

/**
 * Marks everybody else present: without students who are marked, have leave or joined later. If all joined later, as in
 * a college that begins in mid-term and takes earlier registers, they are included.
 */
export function restPresent(students: readonly RosterStudent[], entries: Entries): Entries {
  const marked = students.filter(({ is_marked }) => is_marked)
  const members = marked.filter(({ joined_on }) => !joined_on)
  const rest = (members.length > 0 ? members : marked).filter(
    (student) => !student.has_leave && entryOf(student, entries) === undefined,
  )
  return Object.fromEntries(rest.map(({ student_id }) => [student_id, 'present'] as const))
}

/** Removes entries that are still as they were given; returns nothing when nothing is left. */
export function withoutEntries(begun: EntriesBegun | undefined, taken: Entries): EntriesBegun | undefined {
  if (!begun) return undefined
  const left = Object.entries(begun.entries).filter(([id, status]) => taken[Number(id)] !== status)
  if (left.length + Object.keys(begun.remarks).length === 0) return undefined
  return { ...begun, entries: Object.fromEntries(left) }
}

/** The body of a register: all of a first taking with the device's key, or the differences from a version. */
export interface RegisterBody {
  attendance_session_id: number
  submissions: { student_id: number; status: EntryStatus; remarks?: string }[]
  submission_type?: 'bulk_create'
  key?: string
  updated_at?: string
}

/** Sends only a touched remark; any other keeps its stored text. */
const remarkFor = (studentId: number, { remarks }: EntryDraft) =>
  remarks[studentId] === undefined ? {} : { remarks: remarks[studentId] }

/** Makes the first taking: each student of the day, absent if not marked, and the marked ones of the others. */
export const takeBody = ({ session, students }: Taking, given: EntryDraft, key: string): RegisterBody => ({
  attendance_session_id: session.id,
  submission_type: 'bulk_create',
  key,
  submissions: students
    .filter((student) => student.is_marked && !isApart(student, entryOf(student, given.entries)))
    .map((student) => ({
      student_id: student.student_id,
      status: entryOf(student, given.entries) ?? UNMARKED,
      ...remarkFor(student.student_id, given),
    })),
})

/** Sends only differences from the stored entries, so that nobody gets an entry that the person did not choose. */
export const updateBody = ({ session, students }: Taking, given: EntryDraft, updated_at: string): RegisterBody => ({
  attendance_session_id: session.id,
  updated_at,
  submissions: differing(students, given).map(({ student: { student_id }, mine }) => ({
    student_id,
    status: mine.status,
    ...remarkFor(student_id, given),
  })),
})

/** Returns the entries and remarks of a body. */
export const givenIn = ({ submissions }: RegisterBody): EntryDraft => ({
  entries: Object.fromEntries(submissions.map(({ student_id, status }) => [student_id, status])),
  remarks: Object.fromEntries(
    submissions.flatMap(({ student_id, remarks }) => (remarks === undefined ? [] : [[student_id, remarks]])),
  ),
})

/** Removes students who can no longer be marked from a first taking, and returns their ids. */
export function withoutLeft(taking: RegisterBody, students: readonly RosterStudent[]) {
  const marked = new Set(students.filter(({ is_marked }) => is_marked).map(({ student_id }) => student_id))
  const stay = taking.submissions.filter(({ student_id }) => marked.has(student_id))
  const left = taking.submissions.map(({ student_id }) => student_id).filter((id) => !marked.has(id))
  return { body: { ...taking, submissions: stay }, left }
}

/** Returns the students who are stored as absent without being in the sent list. */
export function joinedSince(body: RegisterBody, students: readonly RosterStudent[]): RosterStudent[] {
  const sent = givenIn(body).entries
  return students.filter(({ student_id, status }) => status === 'absent' && sent[student_id] === undefined)
}

/** Returns entries of students who can't be marked in this list. */
export function strayEntries(students: readonly RosterStudent[], known: readonly RosterStudent[], given: EntryDraft) {
  const marked = new Set(students.filter(({ is_marked }) => is_marked).map(({ student_id }) => student_id))
  return ownEntries(known, given).filter(({ student }) => !marked.has(student.student_id))
}

/** Stands in for the students of entries on a device that has forgotten their names. */
export const namelessOf = ({ entries }: EntryDraft): RosterStudent[] =>
  Object.keys(entries).map((id) => ({
    student_id: Number(id),
    name: `Student ${id}`,
    roll_no: null,
    student_status: 'active',
    is_marked: true,
    submission_id: null,
    status: null,
    remarks: null,
    has_leave: false,
    joined_on: null,
    left_on: null,
  }))

/** Returns the students of the list on which sent entries were made. */
export const knownTo = ({
  about,
  body,
}: Pick<OutboxEntry<RegisterBody, readonly RosterStudent[]>, 'about' | 'body'>): readonly RosterStudent[] =>
  about ?? namelessOf(givenIn(body))

/** Returns the person's entries with their students. */
export const ownEntries = (students: readonly RosterStudent[], { entries }: EntryDraft) =>
  students.flatMap((student) => {
    const status = entries[student.student_id]
    return status === undefined ? [] : [{ student, status }]
  })

export interface Difference {
  student: RosterStudent
  mine: { status: EntryStatus; remark: string }
}

/** Returns the students whose entry or remark differs from the stored one; a remark alone marks nobody. */
export function differing(students: readonly RosterStudent[], { entries, remarks }: EntryDraft): Difference[] {
  return students.flatMap((student) => {
    const status = entryOf(student, entries)
    if (!student.is_marked || status === undefined) return []
    const remark = remarkOf(student, remarks).trim()
    const differs = status !== student.status || remark !== (student.remarks ?? '')
    return differs ? [{ student, mine: { status, remark } }] : []
  })
}

/** Returns the session as it will be once the entries are stored. */
export function asStored({ students }: Taking, session: AttendanceSession, { entries, remarks }: EntryDraft): Taking {
  return {
    session,
    students: students.map((student) => ({
      ...student,
      status: entries[student.student_id] ?? student.status,
      remarks: remarkOf(student, remarks).trim() || null,
    })),
  }
}

/** Tells of students who are not marked: in a taken register they stay so, in a first taking they become absent. */
function untouchedText(untouched: number, taken: boolean): string {
  if (untouched === 0) return ''
  const said = `${untouched === 1 ? '1 student is' : `${untouched} students are`} not marked yet and`
  return taken ? `${said} ${untouched === 1 ? 'stays' : 'stay'} without a mark.` : `${said} will be saved as absent.`
}

/** Returns the question before a save, if there is one; `strays` counts entries that the save drops. */
export function saveQuestion(
  { session, students }: Taking,
  given: EntryDraft,
  day: string,
  strays = 0,
): Question | undefined {
  const { untouched } = entryCounts(students, given.entries)
  const taken = allows(sessionMay.revise, session.status)
  const onLeave = students.filter(
    (one) => one.has_leave && one.is_marked && !one.joined_on && entryOf(one, given.entries) === undefined,
  ).length
  const early = session.activity_date > day && !(taken && differing(students, given).length === 0)
  const said = [
    strays > 0 && `${strays === 1 ? '1 mark' : `${strays} marks`} of students who are not in this list will be lost.`,
    untouchedText(untouched, taken),
    onLeave > 0 && `Leave is granted to ${onLeave} of them.`,
    early && `This session is on ${formatDay(session.activity_date)}. Save its attendance today?`,
  ].filter(Boolean)
  if (said.length === 0) return undefined
  const confirmLabel = taken || early || untouched === 0 ? 'Save' : 'Yes, mark absent'
  return { title: 'Save attendance?', message: said.join(' '), confirmLabel, cancelLabel: 'Go on marking' }
}

export const statusWord = (status: EntryStatus | null | undefined) => (status ? labelOf(status) : 'Not marked')
