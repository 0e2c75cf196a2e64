import { useCallback, useEffect, useMemo, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { isOnDay } from '../../../shared/session-times.ts'
import { call } from '../../core/call.ts'
import { everyPage } from '../../core/every-page.ts'
import { getLogin, type Login, useLogin } from '../../core/login.ts'
import type { DeviceRecord } from '../../offline/device.ts'
import type { OnDevice } from '../../offline/kinds.ts'
import { useOnline } from '../../offline/page.ts'
import { shelf } from '../../offline/shelf.ts'
import type { Taking } from './register.rules.ts'
import { registers } from './registers.ts'

/** The number of today's sessions whose rosters are read ahead, to be taken without network. */
const FETCHED_AHEAD = 5

/** The filter of a list of sessions. */
export interface SessionFilter {
  department_id: number
  batch_id: number
  group_id: number
  status: string
}

/** A list on the device. */
export interface ListKept {
  asked: SessionFilter & { page: number; per_page: number }
  found: Reply<typeof attendanceSessions.list>
}

/** The list that was seen last on this device. */
export interface ListSeen {
  /** The parameters of the address that show it again. */
  asked: SessionFilter & { page: number | undefined }
  sessions: readonly AttendanceSession[]
}

const takings = shelf<Taking>('taking/')
const lists = shelf<ListKept>('attendance-sessions')

export const keepList = (owner: number | undefined, list: ListKept) => lists.keep(owner, '', list)
export const keptList = () => lists.find('')

async function listSeenLast(): Promise<ListSeen | undefined> {
  const last = await keptList()
  if (!last) return undefined
  const { page, per_page: _, ...filter } = last.value.asked
  return { asked: { ...filter, page: page > 1 ? page : undefined }, sessions: last.value.found.data }
}

/** Reads a session with its students from the server, and keeps a copy for later. */
export async function readTaking(id: number, signal?: AbortSignal): Promise<Taking> {
  const owner = getLogin()?.user.id
  const params = { id }
  const given = signal ? { signal } : {}
  let session: AttendanceSession | undefined
  const students = await everyPage<RosterStudent>(async (query) => {
    const page = await call(attendanceSessions.roster, { params, query, ...given })
    // Keeps the version of the first page: a later change then shows as a conflict at the next save.
    session ??= page.session
    return page
  })
  if (!session) throw new Error('A roster came without its session')
  const taking = { session, students }
  void takings.keep(owner, id, taking)
  return taking
}

/** Reads the rosters of today's sessions, as long as the person who has seen the list is signed in. */
export async function fetchAhead(person: Login['user'] | undefined, sessions: readonly AttendanceSession[]) {
  const day = collegeToday()
  const soon = sessions
    .filter(({ status, ...one }) => allows(sessionMay.take, status) && isOnDay(one, day))
    .slice(0, FETCHED_AHEAD)
  for (const { id } of soon) {
    if (getLogin()?.user !== person) return
    await readTaking(id).catch(() => undefined)
  }
}

/** Builds a pending session that this device never opened, with its group's students as read for another session. */
function builtTaking(
  session: AttendanceSession,
  kept: readonly DeviceRecord<Taking>[],
): DeviceRecord<Taking> | undefined {
  const [last] = kept
    .filter(({ value }) => value.session.group_id === session.group_id)
    .sort((a, b) => b.at.localeCompare(a.at))
  if (!allows(sessionMay.take, session.status) || !last) return undefined
  const day = session.activity_date
  const members = last.value.students.filter(({ left_on }) => !left_on || left_on > day)
  const students = members.map((student) => ({
    ...student,
    joined_on: student.joined_on && student.joined_on > day ? student.joined_on : null,
    is_marked: student.student_status === 'active',
    submission_id: null,
    status: null,
    remarks: null,
    // Known only of that other session.
    has_leave: false,
  }))
  return { value: { session, students }, at: last.at }
}

/** Returns the device's copy of a register, or builds one from the session and the group. */
export async function keptTaking(id: number): Promise<DeviceRecord<Taking> | undefined> {
  const read = await takings.find(id)
  if (read) return read
  const session = (await listSeenLast())?.sessions.find((one) => one.id === id)
  return session && builtTaking(session, await takings.all())
}

/** Returns the sessions of a day that open without network. */
function openableOf(
  kept: readonly DeviceRecord<Taking>[],
  seen: ListSeen | undefined,
  day: string,
): AttendanceSession[] {
  const known = kept.map(({ value }) => value.session)
  const more = (seen?.sessions ?? []).filter(
    (session) => !known.some(({ id }) => id === session.id) && builtTaking(session, kept),
  )
  return [...known, ...more].filter((session) => isOnDay(session, day))
}

/** Asks, then discards the device's entries of a session. */
export async function discardEntries(
  { id, title }: { id: number; title: string },
  onDiscarded: () => void,
): Promise<void> {
  const message = `Your marks of ${title} are kept on this device only, and are lost.`
  if (await registers.discard(id, { title: 'Discard marks?', message })) onDiscarded()
}

/** Returns one line for each session: entries begun after a save are more recent than the saved ones. */
function onDevice(begun: readonly OnDevice[], sent: readonly OnDevice[]): OnDevice[] {
  const found = new Map(begun.map((one) => [one.id, one]))
  for (const one of sent) if (one.state !== 'saved' || !found.has(one.id)) found.set(one.id, one)
  return [...found.values()]
}

/** Returns the entries that are begun or on their way, and the sessions and the list that open without network. */
export function useOnDevice() {
  const owner = useLogin()?.user.id
  const sent = registers.useEntries()
  const [begun, reloadBegun] = registers.useAllBegun()
  const [openable, setOpenable] = useState<readonly AttendanceSession[]>([])
  const [listSeen, setListSeen] = useState<ListSeen>()
  const online = useOnline()

  const reload = useCallback(async () => {
    reloadBegun()
    const seen = await listSeenLast()
    setOpenable(openableOf(await takings.all(), seen, collegeToday()))
    setListSeen(seen)
  }, [reloadBegun])

  // Read anew when the network goes: what was kept until then is offered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network is no part of what is read
  useEffect(() => {
    if (owner !== undefined) reload().catch(() => undefined)
  }, [owner, reload, online])

  const sessions = useMemo(() => onDevice(begun, sent), [begun, sent])
  return { sessions, openable, listSeen, reload }
}
