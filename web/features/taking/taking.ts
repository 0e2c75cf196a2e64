import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { newKey } from '../../core/new-key.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { toast } from '../../core/toasts.ts'
import { sessionTitle } from './api.ts'
import { asLeave, suggestedLeave } from './leave.rules.ts'
import {
  begunToday,
  differing,
  type Entries,
  type EntryStatus,
  entryCounts,
  givenIn,
  givenOver,
  knownTo,
  NOTHING_GIVEN,
  type RegisterBody,
  type Remarks,
  restPresent,
  saveQuestion,
  strayEntries,
  type Taking,
  takeBody,
  updateBody,
  withoutEntries,
} from './register.rules.ts'
import { registers } from './registers.ts'

/** Returns the device's state of a session: the last submission, and the entries begun since. */
export function useHeld(sessionId: number) {
  const { begun, sent, unsent } = registers.useKept(sessionId, begunToday)
  const given = useMemo(
    () => (unsent || begun.value ? givenOver(unsent && givenIn(unsent.body), begun.value) : undefined),
    [unsent, begun.value],
  )
  /** Only this device has `given`. */
  return { begun, sent, unsent, given }
}

export type RegisterState = ReturnType<typeof useHeld>

/** Returns the version of the session to save the entries over: a later one must not be overwritten unseen. */
function versionOf({ updated_at }: AttendanceSession, { begun, sent, unsent }: RegisterState) {
  const madeOn = begun.value?.updated_at ?? unsent?.body.updated_at ?? updated_at
  // Entries made after our own save go on from the version that it produced.
  const becomeOf = sent?.state === 'saved' && sent.at === begun.value?.over ? sent.reply?.data.updated_at : undefined
  const version = becomeOf ?? madeOn
  // Until the session is read again, it has the version that the own save was made on.
  const isOvertaken = unsent ? unsent.state === 'conflict' : ![version, madeOn].includes(updated_at)
  return { version, isOvertaken }
}

/** Marks the rest present, and remembers the students as long as that can be taken back. */
function useFilling(begun: RegisterState['begun'], give: (entries: Entries) => void, title: string) {
  const [filled, setFilled] = useState<Entries>({})
  return {
    /** The number of students that Undo can unmark. */
    filled: Object.entries(filled).some(([id, status]) => begun.value?.entries[Number(id)] === status)
      ? Object.keys(filled).length
      : 0,
    fill(rest: Entries): void {
      give(rest)
      setFilled(rest)
    },
    empty(): void {
      begun.change((kept) => withoutEntries(kept, filled), title)
      setFilled({})
    },
    endFilling: () => setFilled({}),
  }
}

/** Keeps each tap on the device at once; Save hands all entries to the outbox, and the answer closes the dialog. */
export function useTaking(taking: Taking, held: RegisterState, onClose: () => void) {
  const { begun, unsent, given = NOTHING_GIVEN } = held
  const { session, students } = taking
  const title = sessionTitle(session)
  const taken = allows(sessionMay.revise, session.status)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  useOpenForm()

  const { version, isOvertaken } = versionOf(session, held)
  const differences = differing(students, given)
  const strays = unsent?.state === 'failed' ? strayEntries(students, knownTo(unsent), given) : []
  const rest = restPresent(students, given.entries)
  const suggested = suggestedLeave(students, given.entries)

  const give = (entries: Entries, remarks: Remarks = {}) =>
    begun.change(
      (kept) => ({
        ...givenOver(kept, { entries, remarks }),
        updated_at: kept?.updated_at ?? version,
        over: kept ? kept.over : unsent?.at,
      }),
      title,
    )

  const { filled, fill, empty, endFilling } = useFilling(begun, give, title)

  function acceptLeave(): void {
    give(asLeave(suggested))
    endFilling()
  }

  async function send(body: RegisterBody): Promise<void> {
    setPending(true)
    setProblem(undefined)
    endFilling()
    try {
      const endpoint = taken ? attendanceSubmissions.update : attendanceSubmissions.take
      const now = await registers.send(session.id, { title, endpoint, body, about: students }, begun)
      if (now?.state !== 'saved') return
    } catch (error) {
      return setProblem(messageOf(error))
    } finally {
      setPending(false)
    }
    toast.success(`Attendance ${taken ? 'updated' : 'saved'} successfully!`)
    onClose()
  }

  // The functions stay the same, so that a tap draws one row and not sixty.
  const onEntry = useCallbackRef((studentId: number, status: EntryStatus) => {
    give({ [studentId]: status })
    endFilling()
  })
  const onRemark = useCallbackRef((studentId: number, text: string) => give({}, { [studentId]: text }))

  // Uses the state at the call: another tab may have marked somebody while the question was open.
  const store = useCallbackRef(async (): Promise<void> => {
    if (!taken) return send(takeBody(taking, given, newKey()))
    if (differences.length > 0) return send(updateBody(taking, given, version))
    begun.forget()
    onClose()
  })

  async function save(): Promise<void> {
    const question = saveQuestion(taking, given, collegeToday(), strays.length)
    if (!question || (await confirm(question))) await store()
  }

  async function keepTheirs(): Promise<void> {
    await registers.drop(session.id)
    begun.forget()
  }

  return {
    title,
    taken,
    given,
    counts: entryCounts(students, given.entries),
    differences,
    strays,
    overtaken: taken && differences.length > 0 && isOvertaken,
    pending,
    problem,
    filled,
    /** The number of students that "Mark the rest present" would mark. */
    rest: Object.keys(rest).length,
    /** The students with granted leave who are not marked so. */
    suggested,
    onEntry,
    onRemark,
    acceptLeave,
    fillRest: () => fill(rest),
    emptyRest: empty,
    save,
    saveMine: () => send(updateBody(taking, given, session.updated_at)),
    keepTheirs,
  }
}
