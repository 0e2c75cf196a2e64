import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { type ATTENDANCE_STATUSES, labelOf } from '../../../shared/labels.ts'
import type { Question } from '../../core/confirm.ts'
import { formatDay } from '../../core/formats.ts'

export type MarkStatus = (typeof ATTENDANCE_STATUSES)[number]

/** What the person has touched, by student; what is stored is not among them. */
export type Marks = Readonly<Record<number, MarkStatus>>

/** The same of the remarks. */
export type Remarks = Readonly<Record<number, string>>

/** What the person has given the students, kept on the device until it is stored. */
export interface Given {
  marks: Marks
  remarks: Remarks
}

/** With the version of the session that it was given on. */
export interface MarksBegun extends Given {
  updated_at: string
}

export const NOTHING_GIVEN: Given = { marks: {}, remarks: {} }

/** The later given over the earlier. */
export const givenOver = (earlier: Given, later: Given): Given => ({
  marks: { ...earlier.marks, ...later.marks },
  remarks: { ...earlier.remarks, ...later.remarks },
})

/** A session with the students to mark. */
export interface Taking {
  session: AttendanceSession
  students: readonly RosterStudent[]
}

/** What a student's mark would be now; undefined is not marked yet. */
export const markOf = (student: RosterStudent, marks: Marks): MarkStatus | undefined =>
  marks[student.student_id] ?? student.status ?? undefined

export const remarkOf = (student: RosterStudent, remarks: Remarks): string =>
  remarks[student.student_id] ?? student.remarks ?? ''

export interface MarkCounts {
  present: number
  absent: number
  leave: number
  untouched: number
}

export function markCounts(students: readonly RosterStudent[], marks: Marks): MarkCounts {
  const counts = { present: 0, absent: 0, leave: 0, untouched: 0 }
  for (const student of students) if (student.is_marked) counts[markOf(student, marks) ?? 'untouched'] += 1
  return counts
}

/** Everybody who is not marked yet as present; whoever is marked is not among them. */
export function restPresent(students: readonly RosterStudent[], marks: Marks): Marks {
  const rest = students.filter((student) => student.is_marked && markOf(student, marks) === undefined)
  return Object.fromEntries(rest.map(({ student_id }) => [student_id, 'present'] as const))
}

/** Takes marks back where they are still what they were given as; nothing when nothing is left. */
export function withoutMarks(begun: MarksBegun | undefined, taken: Marks): MarksBegun | undefined {
  if (!begun) return undefined
  const left = Object.entries(begun.marks).filter(([id, status]) => taken[Number(id)] !== status)
  if (left.length + Object.keys(begun.remarks).length === 0) return undefined
  return { ...begun, marks: Object.fromEntries(left) }
}

/** A remark is sent where it was touched; elsewhere what is stored stays. */
const remarkFor = (studentId: number, { remarks }: Given) =>
  remarks[studentId] === undefined ? {} : { remarks: remarks[studentId] }

/** The first taking: each student, those not marked as absent. */
export const takeBody = ({ session, students }: Taking, given: Given, key: string) => ({
  attendance_session_id: session.id,
  submission_type: 'bulk_create' as const,
  key,
  submissions: students
    .filter(({ is_marked }) => is_marked)
    .map((student) => ({
      student_id: student.student_id,
      status: markOf(student, given.marks) ?? 'absent',
      ...remarkFor(student.student_id, given),
    })),
})

/** Only what differs from what is stored, so that nobody is set to anything the person did not choose. */
export const updateBody = ({ session, students }: Taking, given: Given, updated_at: string) => ({
  attendance_session_id: session.id,
  updated_at,
  submissions: differing(students, given).map(({ student: { student_id }, mine }) => ({
    student_id,
    status: mine.status,
    ...remarkFor(student_id, given),
  })),
})

/** What one of these bodies gives. */
export function givenIn(body: unknown): Given {
  const { submissions } = body as Pick<ReturnType<typeof updateBody>, 'submissions'>
  return {
    marks: Object.fromEntries(submissions.map(({ student_id, status }) => [student_id, status])),
    remarks: Object.fromEntries(
      submissions.flatMap(({ student_id, remarks }) => (remarks === undefined ? [] : [[student_id, remarks]])),
    ),
  }
}

/** A first taking without those of its students who are no longer to be marked, and who they are. */
export function withoutLeft(body: unknown, students: readonly RosterStudent[]) {
  const taking = body as ReturnType<typeof takeBody>
  const marked = new Set(students.filter(({ is_marked }) => is_marked).map(({ student_id }) => student_id))
  const stay = taking.submissions.filter(({ student_id }) => marked.has(student_id))
  const left = taking.submissions.map(({ student_id }) => student_id).filter((id) => !marked.has(id))
  return { body: { ...taking, submissions: stay }, left }
}

/** Who is stored as absent and was not on the list that was sent. */
export function joinedSince(body: unknown, students: readonly RosterStudent[]): RosterStudent[] {
  const sent = givenIn(body).marks
  return students.filter(({ student_id, status }) => status === 'absent' && sent[student_id] === undefined)
}

/** The given marks of students who are not to be marked in this list. */
export function strayMarks(students: readonly RosterStudent[], known: readonly RosterStudent[], given: Given) {
  const marked = new Set(students.filter(({ is_marked }) => is_marked).map(({ student_id }) => student_id))
  return ownMarks(known, given).filter(({ student }) => !marked.has(student.student_id))
}

export const namesOf = (ids: readonly number[], students: readonly RosterStudent[]): string[] =>
  ids.map((id) => students.find(({ student_id }) => student_id === id)?.name ?? 'a student')

/** The version that a change was made on; the first taking has none. */
export const versionOf = (body: unknown) => (body as { updated_at?: string } | undefined)?.updated_at

/** The marks that the person has given, with whom they are of. */
export const ownMarks = (students: readonly RosterStudent[], { marks }: Given) =>
  students.flatMap((student) => {
    const status = marks[student.student_id]
    return status === undefined ? [] : [{ student, status }]
  })

export interface Difference {
  student: RosterStudent
  mine: { status: MarkStatus; remark: string }
}

/** The students whose stored mark or remark is not the given one; a remark alone marks nobody. */
export function differing(students: readonly RosterStudent[], { marks, remarks }: Given): Difference[] {
  return students.flatMap((student) => {
    const status = markOf(student, marks)
    if (!student.is_marked || status === undefined) return []
    const remark = remarkOf(student, remarks).trim()
    const differs = status !== student.status || remark !== (student.remarks ?? '')
    return differs ? [{ student, mine: { status, remark } }] : []
  })
}

/** What a session looks like once what was sent has been stored. */
export function asStored({ students }: Taking, session: AttendanceSession, { marks, remarks }: Given): Taking {
  return {
    session,
    students: students.map((student) => ({
      ...student,
      status: marks[student.student_id] ?? student.status,
      remarks: remarkOf(student, remarks).trim() || null,
    })),
  }
}

/** "1 student is", "12 students are" */
const studentsAre = (count: number) => (count === 1 ? '1 student is' : `${count} students are`)

/** What to ask before the attendance is saved, if anything; `strays` are marks that saving gives up. */
export function saveQuestion(
  { session, students }: Taking,
  given: Given,
  day: string,
  strays = 0,
): Question | undefined {
  const { untouched } = markCounts(students, given.marks)
  const taken = session.status === 'completed'
  const said: string[] = []
  if (strays > 0)
    said.push(`${strays === 1 ? '1 mark' : `${strays} marks`} of students who are not in this list will be lost.`)
  if (untouched > 0 && taken)
    said.push(`${studentsAre(untouched)} not marked yet and ${untouched === 1 ? 'stays' : 'stay'} without a mark.`)
  if (untouched > 0 && !taken) said.push(`${studentsAre(untouched)} not marked yet and will be saved as absent.`)
  const early = session.activity_date > day && !(taken && differing(students, given).length === 0)
  if (early) said.push(`This session is on ${formatDay(session.activity_date)}. Save its attendance today?`)
  if (said.length === 0) return undefined
  const confirmLabel = taken || early || untouched === 0 ? 'Save' : 'Yes, mark absent'
  return { title: 'Save attendance?', message: said.join(' '), confirmLabel, cancelLabel: 'Go on marking' }
}

export const statusWord = (status: MarkStatus | null | undefined) => (status ? labelOf(status) : 'Not marked')

/** The students whose name or roll number holds the words. */
export function studentsFound(students: readonly RosterStudent[], words: string): readonly RosterStudent[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return students
  return students.filter(({ name, roll_no }) => `${name} ${roll_no ?? ''}`.toLowerCase().includes(wanted))
}
