import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { students } from '../../../shared/contract/students.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { ApiError, unreached } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { toast } from '../../core/toasts.ts'
import { asNow, post, revise, sendNow } from '../../offline/outbox.ts'
import { readTaking } from './kept.api.ts'
import { differing, givenIn, joinedSince, knownTo, withoutLeft } from './register.rules.ts'
import { registers, type SentRegister } from './registers.ts'
import { namesOf } from './roster.rules.ts'

/** Acts on the server's answer to sent entries, on whatever screen the person is. */
export async function settleEntries(settled: SentRegister): Promise<void> {
  const id = registers.idOf(settled)
  const isRefused = settled.state === 'conflict' || settled.state === 'failed'
  if (isRefused && !settled.about) await askNames(settled, id)
  const entry = asNow(settled)
  if (entry?.state !== settled.state) return
  if (entry.state === 'conflict') await settleConflict(entry, id)
  if (entry.endpoint.path !== attendanceSubmissions.take.path) return
  if (entry.state === 'failed') await settleRefusal(entry, id)
  if (entry.state === 'saved' && entry.problem === null) await tellJoined(entry, id)
}

/** Ignores a refusal to show a session, since nothing more can be known; without an answer the next try asks again. */
function unlessUnreached(error: unknown): undefined {
  if (!(error instanceof ApiError) || unreached(error)) throw error
}

/** Reads the students' names where this device had to forget them, as nobody or somebody else was signed in. */
async function askNames(entry: SentRegister, id: number): Promise<void> {
  const listed = (await readTaking(id).catch(unlessUnreached))?.students ?? []
  const known: RosterStudent[] = []
  for (const nameless of knownTo(entry)) {
    const params = { id: nameless.student_id }
    const one = listed.find(({ student_id }) => student_id === params.id)
    const read = one ? undefined : await call(students.read, { params }).catch(unlessUnreached)
    known.push(one ?? (read ? { ...nameless, name: read.data.name, roll_no: read.data.roll_no } : nameless))
  }
  await revise(entry, { about: known })
}

/** Settles a conflict without differences: the entries had arrived, and only the answer was lost. */
async function settleConflict(entry: SentRegister, id: number): Promise<void> {
  const { session, students: listed } = await readTaking(id)
  const given = givenIn(entry.body)
  const isStored = Object.keys(given.entries).every((one) =>
    listed.some(({ student_id }) => student_id === Number(one)),
  )
  if (allows(sessionMay.revise, session.status) && isStored && differing(listed, given).length === 0)
    await revise(entry, { state: 'saved', problem: null, reply: { data: session } })
}

/**
 * Sends a refused first taking again without the students who can't be marked any more, and names them to the person. A
 * single such student has the whole register refused.
 */
async function settleRefusal(entry: SentRegister, id: number): Promise<void> {
  const { session, students: listed } = await readTaking(id)
  const { body, left } = withoutLeft(entry.body, listed)
  if (!allows(sessionMay.take, session.status) || left.length === 0 || body.submissions.length === 0) return
  if (asNow(entry)?.state !== 'failed') return
  await post({ ...entry, body })
  const names = namesOf(left, [...listed, ...knownTo(entry)]).join(', ')
  toast.success(`${entry.title}: sent without ${names}, no longer active in the group.`)
  await sendNow()
  await tell(id, `Left out, no longer active in the group: ${names}.`)
}

/**
 * Tells the person which students joined the group after the list was read: they are stored as absent without having
 * been looked for.
 */
async function tellJoined(entry: SentRegister, id: number): Promise<void> {
  const session = entry.reply?.data
  if (!session || markedIn(session) <= Object.keys(givenIn(entry.body).entries).length) return
  const { students: listed } = await readTaking(id)
  const names = joinedSince(entry.body, listed).map(({ name }) => name)
  if (names.length > 0 && asNow(entry))
    await tell(id, `Joined the group meanwhile and saved as absent: ${names.join(', ')}.`)
}

/** Adds to the message about saved entries. */
async function tell(id: number, text: string): Promise<void> {
  const now = registers.entryOf(id)
  if (now?.state === 'saved') await revise(now, { problem: now.problem ? `${now.problem} ${text}` : text })
}

const markedIn = ({ counts }: AttendanceSession) => (counts ? counts.present + counts.absent + counts.leave : 0)
