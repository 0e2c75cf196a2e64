import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { foundIn } from '../../../shared/folding.ts'
import { type ATTENDANCE_STATUSES, labelOf } from '../../../shared/labels.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import type { Question } from '../../core/confirm.ts'
import { formatDay } from '../../core/formats.ts'
import type { OutboxEntry } from '../../offline/outbox.ts'

export type EntryStatus = (typeof ATTENDANCE_STATUSES)[number]

/** What the person has touched, by student; what is stored is not among them. */
export type Entries = Readonly<Record<number, EntryStatus>>

/** The same of the remarks. */
export type Remarks = Readonly<Record<number, string>>

/** What the person has given the students, kept on the device until it is stored. */
export interface Given {
  entries: Entries
  remarks: Remarks
}

/** With the version of the session that it was given on. */
export interface EntriesBegun extends Given {
  updated_at: string
  /** When that was posted over which it was given: what had been saved and had not reached the server yet. */
  over?: string | undefined
}

/** Entries were called marks on the devices of an earlier version. */
export const begunToday = ({ marks, ...rest }: EntriesBegun & { marks?: Entries }): EntriesBegun =>
  marks ? { ...rest, entries: marks } : rest

export const NOTHING_GIVEN: Given = { entries: {}, remarks: {} }

/** The later given over the earlier. */
export const givenOver = (earlier: Given | undefined, later: Given | undefined): Given => ({
  entries: { ...earlier?.entries, ...later?.entries },
  remarks: { ...earlier?.remarks, ...later?.remarks },
})

/** A session with the students to entry. */
export interface Taking {
  session: AttendanceSession
  students: readonly RosterStudent[]
}

/** What a student's entry would be now; undefined is not marked yet. */
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
  for (const student of students) if (student.is_marked) counts[entryOf(student, entries) ?? 'untouched'] += 1
  return counts
}

/** Everybody who is not marked yet as present; whoever is marked is not among them, nor who was granted leave. */
export function restPresent(students: readonly RosterStudent[], entries: Entries): Entries {
  const rest = students.filter(
    (student) => student.is_marked && !student.has_leave && entryOf(student, entries) === undefined,
  )
  return Object.fromEntries(rest.map(({ student_id }) => [student_id, 'present'] as const))
}

/** Takes entries back where they are still what they were given as; nothing when nothing is left. */
export function withoutEntries(begun: EntriesBegun | undefined, taken: Entries): EntriesBegun | undefined {
  if (!begun) return undefined
  const left = Object.entries(begun.entries).filter(([id, status]) => taken[Number(id)] !== status)
  if (left.length + Object.keys(begun.remarks).length === 0) return undefined
  return { ...begun, entries: Object.fromEntries(left) }
}

/** What is sent of a register: all of a first taking with the key of the device, or what differs from its version. */
export interface RegisterBody {
  attendance_session_id: number
  submissions: { student_id: number; status: EntryStatus; remarks?: string }[]
  submission_type?: 'bulk_create'
  key?: string
  updated_at?: string
}

/** A remark is sent where it was touched; elsewhere what is stored stays. */
const remarkFor = (studentId: number, { remarks }: Given) =>
  remarks[studentId] === undefined ? {} : { remarks: remarks[studentId] }

/** The first taking: each student, those not marked as absent. */
export const takeBody = ({ session, students }: Taking, given: Given, key: string): RegisterBody => ({
  attendance_session_id: session.id,
  submission_type: 'bulk_create',
  key,
  submissions: students
    .filter(({ is_marked }) => is_marked)
    .map((student) => ({
      student_id: student.student_id,
      status: entryOf(student, given.entries) ?? 'absent',
      ...remarkFor(student.student_id, given),
    })),
})

/** Only what differs from what is stored, so that nobody is set to anything the person did not choose. */
export const updateBody = ({ session, students }: Taking, given: Given, updated_at: string): RegisterBody => ({
  attendance_session_id: session.id,
  updated_at,
  submissions: differing(students, given).map(({ student: { student_id }, mine }) => ({
    student_id,
    status: mine.status,
    ...remarkFor(student_id, given),
  })),
})

/** What one of these bodies gives. */
export const givenIn = ({ submissions }: RegisterBody): Given => ({
  entries: Object.fromEntries(submissions.map(({ student_id, status }) => [student_id, status])),
  remarks: Object.fromEntries(
    submissions.flatMap(({ student_id, remarks }) => (remarks === undefined ? [] : [[student_id, remarks]])),
  ),
})

/** A first taking without those of its students who are no longer to be marked, and who they are. */
export function withoutLeft(taking: RegisterBody, students: readonly RosterStudent[]) {
  const marked = new Set(students.filter(({ is_marked }) => is_marked).map(({ student_id }) => student_id))
  const stay = taking.submissions.filter(({ student_id }) => marked.has(student_id))
  const left = taking.submissions.map(({ student_id }) => student_id).filter((id) => !marked.has(id))
  return { body: { ...taking, submissions: stay }, left }
}

/** Who is stored as absent and was not on the list that was sent. */
export function joinedSince(body: RegisterBody, students: readonly RosterStudent[]): RosterStudent[] {
  const sent = givenIn(body).entries
  return students.filter(({ student_id, status }) => status === 'absent' && sent[student_id] === undefined)
}

/** The given entries of students who are not to be marked in this list. */
export function strayEntries(students: readonly RosterStudent[], known: readonly RosterStudent[], given: Given) {
  const marked = new Set(students.filter(({ is_marked }) => is_marked).map(({ student_id }) => student_id))
  return ownEntries(known, given).filter(({ student }) => !marked.has(student.student_id))
}

/** The students who were given entries, as far as a device knows them that has forgotten their names. */
export const namelessOf = ({ entries }: Given): RosterStudent[] =>
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
  }))

/** The students of the list on which entries that were sent had been given. */
export const knownTo = ({
  about,
  body,
}: Pick<OutboxEntry<RegisterBody, readonly RosterStudent[]>, 'about' | 'body'>): readonly RosterStudent[] =>
  about ?? namelessOf(givenIn(body))

export const namesOf = (ids: readonly number[], students: readonly RosterStudent[]): string[] =>
  ids.map((id) => students.find(({ student_id }) => student_id === id)?.name ?? 'a student')

/** The entries that the person has given, with whom they are of. */
export const ownEntries = (students: readonly RosterStudent[], { entries }: Given) =>
  students.flatMap((student) => {
    const status = entries[student.student_id]
    return status === undefined ? [] : [{ student, status }]
  })

export interface Difference {
  student: RosterStudent
  mine: { status: EntryStatus; remark: string }
}

/** The students whose stored entry or remark is not the given one; a remark alone entries nobody. */
export function differing(students: readonly RosterStudent[], { entries, remarks }: Given): Difference[] {
  return students.flatMap((student) => {
    const status = entryOf(student, entries)
    if (!student.is_marked || status === undefined) return []
    const remark = remarkOf(student, remarks).trim()
    const differs = status !== student.status || remark !== (student.remarks ?? '')
    return differs ? [{ student, mine: { status, remark } }] : []
  })
}

/** What a session looks like once what was sent has been stored. */
export function asStored({ students }: Taking, session: AttendanceSession, { entries, remarks }: Given): Taking {
  return {
    session,
    students: students.map((student) => ({
      ...student,
      status: entries[student.student_id] ?? student.status,
      remarks: remarkOf(student, remarks).trim() || null,
    })),
  }
}

/** "1 student is", "12 students are" */
const studentsAre = (count: number) => (count === 1 ? '1 student is' : `${count} students are`)

/** What to ask before the attendance is saved, if anything; `strays` are entries that saving gives up. */
export function saveQuestion(
  { session, students }: Taking,
  given: Given,
  day: string,
  strays = 0,
): Question | undefined {
  const { untouched } = entryCounts(students, given.entries)
  const taken = allows(sessionMay.revise, session.status)
  const onLeave = students.filter(
    (student) => student.has_leave && student.is_marked && entryOf(student, given.entries) === undefined,
  ).length
  const said: string[] = []
  if (strays > 0)
    said.push(`${strays === 1 ? '1 mark' : `${strays} marks`} of students who are not in this list will be lost.`)
  if (untouched > 0 && taken)
    said.push(`${studentsAre(untouched)} not marked yet and ${untouched === 1 ? 'stays' : 'stay'} without a mark.`)
  if (untouched > 0 && !taken) said.push(`${studentsAre(untouched)} not marked yet and will be saved as absent.`)
  if (onLeave > 0) said.push(`Leave is granted to ${onLeave} of them.`)
  const early = session.activity_date > day && !(taken && differing(students, given).length === 0)
  if (early) said.push(`This session is on ${formatDay(session.activity_date)}. Save its attendance today?`)
  if (said.length === 0) return undefined
  const confirmLabel = taken || early || untouched === 0 ? 'Save' : 'Yes, mark absent'
  return { title: 'Save attendance?', message: said.join(' '), confirmLabel, cancelLabel: 'Go on marking' }
}

export const statusWord = (status: EntryStatus | null | undefined) => (status ? labelOf(status) : 'Not marked')

/** The students whose name or roll number holds the words. */
export function studentsFound(students: readonly RosterStudent[], words: string): readonly RosterStudent[] {
  return foundIn(students, words, ({ name, roll_no }) => [name, roll_no])
}
