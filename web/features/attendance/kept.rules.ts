import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import type { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import type { Kept } from '../../core/offline-store.ts'
import type { OutboxEntry } from '../../core/outbox.ts'
import { type Given, givenIn, type Taking } from './register.rules.ts'

/** Without a session the beginning that all have. */
export const subjectOf = (sessionId: number | string = '') => `attendance:${sessionId}`
export const sessionIdOf = (subject: string) => Number(/^attendance:(\d+)$/.exec(subject)?.[1]) || undefined

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
  }))

/** The students of the list on which entries that were sent had been given. */
export const knownTo = ({ about, body }: Pick<OutboxEntry, 'about' | 'body'>): readonly RosterStudent[] =>
  (about as readonly RosterStudent[] | undefined) ?? namelessOf(givenIn(body))

/** What a list of sessions was asked by. */
export interface SessionFilter {
  department_id: number
  batch_id: number
  group_id: number
  status: string
}

/** A list as it is kept on the device. */
export interface ListKept {
  asked: SessionFilter & { page: number; per_page: number }
  found: Reply<typeof attendanceSessions.list>
}

/** The list that was seen last on this device. */
export interface ListSeen {
  /** What to set in the address to see it again. */
  asked: SessionFilter & { page: number | undefined }
  sessions: readonly AttendanceSession[]
}

export const seenOf = ({ asked: { page, per_page: _, ...filter }, found }: ListKept): ListSeen => ({
  asked: { ...filter, page: page > 1 ? page : undefined },
  sessions: found.data,
})

/** What this device holds of a session beside the server. */
export interface OnDevice {
  sessionId: number
  title: string
  state: OutboxEntry['state'] | 'begun'
  problem: string | null
}

type Begun = readonly [subject: string, title: string]

export function onDevice(begun: readonly Begun[], entries: readonly OutboxEntry[]): OnDevice[] {
  const found = new Map<number, OnDevice>()
  for (const [subject, title] of begun) {
    const sessionId = sessionIdOf(subject)
    if (sessionId) found.set(sessionId, { sessionId, title, state: 'begun', problem: null })
  }
  for (const { subject, title, state, problem } of entries) {
    const sessionId = sessionIdOf(subject)
    // Entries begun anew after a saving say more than that it was saved.
    if (!sessionId || (state === 'saved' && found.has(sessionId))) continue
    found.set(sessionId, { sessionId, title, state, problem })
  }
  return [...found.values()]
}

type KeptTaking = Kept<Taking>

/**
 * A pending session that was never opened on this device, with the students of its group as they were last read for
 * another session.
 */
export function builtTaking(session: AttendanceSession, kept: readonly KeptTaking[]): KeptTaking | undefined {
  const [last] = kept
    .filter(({ value }) => value.session.group_id === session.group_id)
    .sort((a, b) => b.at.localeCompare(a.at))
  if (session.status !== 'pending' || !last) return undefined
  const students = last.value.students.map((student) => ({
    ...student,
    is_marked: student.student_status === 'active',
    submission_id: null,
    status: null,
    remarks: null,
  }))
  return { value: { session, students }, at: last.at }
}

/** The sessions of a day that can be opened without network. */
export function openableOf(kept: readonly KeptTaking[], seen: ListSeen | undefined, day: string): AttendanceSession[] {
  const known = kept.map(({ value }) => value.session)
  const more = (seen?.sessions ?? []).filter(
    (session) => !known.some(({ id }) => id === session.id) && builtTaking(session, kept),
  )
  return [...known, ...more].filter(({ activity_date }) => activity_date === day)
}
