import { useCallback, useEffect, useState } from 'react'
import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import { call } from '../../core/call.ts'
import { confirm } from '../../core/confirm.ts'
import { everyPage } from '../../core/every-page.ts'
import { today } from '../../core/formats.ts'
import { getLogin, useLogin } from '../../core/login.ts'
import { allBegun, forgetBegun, onBegunElsewhere } from '../../offline/begun.ts'
import { allKept, type Kept, keep, kept } from '../../offline/device.ts'
import { drop, type OutboxEntry, outbox } from '../../offline/outbox.ts'
import { useOnline } from '../../offline/page.ts'
import { type Given, givenIn, type Taking } from './register.rules.ts'

/** Rosters of today's sessions are fetched ahead, so that attendance can be taken where there is no network. */
const FETCHED_AHEAD = 5

const TAKINGS = 'taking/'
const takingName = (sessionId: number) => `${TAKINGS}${sessionId}`
const SHOWN_LAST = 'attendance-sessions'

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

const seenOf = ({ asked: { page, per_page: _, ...filter }, found }: ListKept): ListSeen => ({
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

function onDevice(begun: readonly Begun[], entries: readonly OutboxEntry[]): OnDevice[] {
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
function openableOf(kept: readonly KeptTaking[], seen: ListSeen | undefined, day: string): AttendanceSession[] {
  const known = kept.map(({ value }) => value.session)
  const more = (seen?.sessions ?? []).filter(
    (session) => !known.some(({ id }) => id === session.id) && builtTaking(session, kept),
  )
  return [...known, ...more].filter(({ activity_date }) => activity_date === day)
}

const signedIn = () => getLogin()?.user.id

/** Keeps what `owner` was answered, unless they have gone meanwhile. What is kept is a help, never a condition. */
async function keepQuietly(owner: number | undefined, name: string, value: unknown): Promise<void> {
  if (owner !== undefined && owner === signedIn()) await keep(owner, name, value).catch(() => undefined)
}

async function keptQuietly<T>(name: string): Promise<Kept<T> | undefined> {
  const owner = signedIn()
  return owner === undefined ? undefined : kept<T>(owner, name).catch(() => undefined)
}

export const keepList = (owner: number | undefined, list: ListKept) => keepQuietly(owner, SHOWN_LAST, list)

export const keptList = () => keptQuietly<ListKept>(SHOWN_LAST)

export const keptTaking = (sessionId: number) => keptQuietly<Taking>(takingName(sessionId))

/** The list that was seen last on this device, and the registers that are kept on it. */
async function keptSessions(): Promise<{ takings: Kept<Taking>[]; seen: ListSeen | undefined }> {
  const owner = signedIn()
  if (owner === undefined) return { takings: [], seen: undefined }
  const takings = await allKept<Taking>(owner, TAKINGS)
  const last = await kept<ListKept>(owner, SHOWN_LAST)
  return { takings: takings.map(([, taking]) => taking), seen: last && seenOf(last.value) }
}

/** The session as the server answered to what was sent. */
export const storedBy = ({ reply }: OutboxEntry) =>
  (reply as Reply<typeof attendanceSessions.read> | null)?.data ?? undefined

/** A session and its students as the server says now, kept for when it cannot be asked. */
export async function readTaking(id: number, signal?: AbortSignal): Promise<Taking> {
  const owner = signedIn()
  const params = { id }
  const given = signal ? { signal } : {}
  const [{ data: session }, students] = await Promise.all([
    call(attendanceSessions.read, { params, ...given }),
    everyPage<RosterStudent>((query) => call(attendanceSessions.roster, { params, query, ...given })),
  ])
  const taking = { session, students }
  await keepQuietly(owner, takingName(id), taking)
  return taking
}

export async function fetchAhead(sessions: readonly AttendanceSession[]): Promise<void> {
  const day = today()
  const soon = sessions.filter((one) => one.status === 'pending' && one.activity_date === day).slice(0, FETCHED_AHEAD)
  for (const { id } of soon) await readTaking(id).catch(() => undefined)
}

/** A register that was never read on this device, from what it knows of the session and the group. */
export async function builtFromKept(id: number): Promise<Kept<Taking> | undefined> {
  const { takings, seen } = await keptSessions()
  const session = seen?.sessions.find((one) => one.id === id)
  return session && builtTaking(session, takings)
}

/** Asks, and gives up what this device keeps of a session; whether it did. */
export async function discardEntries(sessionId: number, title: string): Promise<boolean> {
  const yes = await confirm({
    title: 'Discard marks?',
    message: `Your marks of ${title} are kept on this device only, and are lost.`,
    confirmLabel: 'Discard',
    cancelLabel: 'Keep',
    danger: true,
  })
  if (!yes) return false
  await drop(subjectOf(sessionId))
  forgetBegun(subjectOf(sessionId))
  return true
}

/** Entries that are begun or on their way, and what can be opened without network: today's sessions and the last list. */
export function useOnDevice() {
  const owner = useLogin()?.user.id
  const entries = outbox.use()
  const [begun, setBegun] = useState<Parameters<typeof onDevice>[0]>([])
  const [openable, setOpenable] = useState<readonly AttendanceSession[]>([])
  const [listSeen, setListSeen] = useState<ListSeen>()
  const online = useOnline()

  const reload = useCallback(async () => {
    if (owner === undefined) return
    setBegun(allBegun(owner, subjectOf()).map(([id, { title }]) => [subjectOf(id), title]))
    const { takings, seen } = await keptSessions()
    setOpenable(openableOf(takings, seen, today()))
    setListSeen(seen)
  }, [owner])

  // Read anew when the network goes: what was kept until then is offered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network is no part of what is read
  useEffect(() => {
    if (owner === undefined) return
    reload().catch(() => undefined)
    return onBegunElsewhere(owner, subjectOf(), () => void reload())
  }, [owner, reload, online])

  return { sessions: onDevice(begun, entries), openable, listSeen, reload }
}
