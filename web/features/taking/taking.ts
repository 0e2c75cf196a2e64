import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { newKey } from '../../core/new-key.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { toast } from '../../core/toasts.ts'
import { useBegun } from '../../offline/begun.ts'
import { drop, sendNow } from '../../offline/outbox.ts'
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

/** What this device holds of a session beside the server: what was sent last, and what has been begun since. */
export function useHeld(sessionId: number) {
  const begun = useBegun(registers.subjectOf(sessionId), begunToday)
  const sent = registers.useEntry(sessionId)
  const unsent = sent?.state === 'saved' ? undefined : sent
  const given = useMemo(
    () => (unsent || begun.value ? givenOver(unsent && givenIn(unsent.body), begun.value) : undefined),
    [unsent, begun.value],
  )
  /** `given` is nowhere but on this device. */
  return { begun, sent, unsent, given }
}

export type Held = ReturnType<typeof useHeld>

/** The way of an entry: a tap is kept at once, Save gives all of them to the outbox, and its answer closes the dialog. */
export function useTaking(taking: Taking, { begun, sent, unsent, given = NOTHING_GIVEN }: Held, onClose: () => void) {
  const { session, students } = taking
  const title = sessionTitle(session)
  const taken = allows(sessionMay.revise, session.status)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** What "Mark the rest present" gave, while it can be taken back. */
  const [filled, setFilled] = useState<Entries>({})
  useOpenForm()

  // The version that the entries were made on: a later one must not be overwritten unseen.
  const madeOn = begun.value?.updated_at ?? unsent?.body.updated_at ?? session.updated_at
  // What was given over the own save goes on from what that has become: nobody is in conflict with themselves.
  const becomeOf = sent?.state === 'saved' && sent.at === begun.value?.over ? sent.reply?.data.updated_at : undefined
  const version = becomeOf ?? madeOn
  const differences = differing(students, given)
  const strays = unsent?.state === 'failed' ? strayEntries(students, knownTo(unsent), given) : []
  const rest = restPresent(students, given.entries)
  const suggested = suggestedLeave(students, given.entries)
  const overtaken =
    taken &&
    differences.length > 0 &&
    // Until the session has been read again, it is the one that the own save was made on.
    (unsent ? unsent.state === 'conflict' : ![version, madeOn].includes(session.updated_at))

  const give = (entries: Entries, remarks: Remarks = {}) =>
    begun.change(
      (kept) => ({
        ...givenOver(kept, { entries, remarks }),
        updated_at: kept?.updated_at ?? version,
        over: kept ? kept.over : unsent?.at,
      }),
      title,
    )

  function fillRest(): void {
    give(rest)
    setFilled(rest)
  }

  function emptyRest(): void {
    begun.change((kept) => withoutEntries(kept, filled), title)
    setFilled({})
  }

  function acceptLeave(): void {
    give(asLeave(suggested))
    setFilled({})
  }

  async function send(body: RegisterBody): Promise<void> {
    setPending(true)
    setProblem(undefined)
    setFilled({})
    try {
      const endpoint = taken ? attendanceSubmissions.update : attendanceSubmissions.take
      await registers.post(session.id, { title, endpoint, body, about: students })
      begun.forget()
      await sendNow()
    } catch (error) {
      return setProblem(messageOf(error))
    } finally {
      setPending(false)
    }
    if (registers.entryOf(session.id)?.state !== 'saved') return
    toast.success(`Attendance ${taken ? 'updated' : 'saved'} successfully!`)
    onClose()
  }

  // Always the same functions, so that a tap draws one row again and not sixty.
  const onEntry = useCallbackRef((studentId: number, status: EntryStatus) => {
    give({ [studentId]: status })
    setFilled({})
  })
  const onRemark = useCallbackRef((studentId: number, text: string) => give({}, { [studentId]: text }))

  // As it is when it is called: another tab may have marked somebody while the person was asked.
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
    await drop(registers.subjectOf(session.id))
    begun.forget()
  }

  return {
    title,
    taken,
    given,
    counts: entryCounts(students, given.entries),
    differences,
    strays,
    overtaken,
    pending,
    problem,
    /** Students who can be unmarked again by Undo. */
    filled: Object.entries(filled).some(([id, status]) => begun.value?.entries[Number(id)] === status)
      ? Object.keys(filled).length
      : 0,
    /** How many "Mark the rest present" would mark. */
    rest: Object.keys(rest).length,
    /** To whom leave was granted, and who is not marked so. */
    suggested,
    onEntry,
    onRemark,
    acceptLeave,
    fillRest,
    emptyRest,
    save,
    saveMine: () => send(updateBody(taking, given, session.updated_at)),
    keepTheirs,
  }
}
