import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { today } from '../../core/formats.ts'
import { newKey } from '../../core/new-key.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { toast } from '../../core/toasts.ts'
import type { useBegun } from '../../offline/begun.ts'
import { drop, entryOf, outbox, post, sendNow } from '../../offline/outbox.ts'
import { Modal } from '../../ui/Modal.tsx'
import { sessionTitle, useRefreshAttendance } from './api.ts'
import { ConflictModal } from './ConflictModal.tsx'
import { EntryHistoryPanel } from './EntryHistoryPanel.tsx'
import { knownTo, subjectOf } from './kept.api.ts'
import { LostSessionModal } from './LostSessionModal.tsx'
import classes from './RegisterList.module.css'
import { RegisterList } from './RegisterList.tsx'
import { RegisterTable } from './RegisterTable.tsx'
import {
  differing,
  type Entries,
  type EntriesBegun,
  type EntryStatus,
  entryCounts,
  givenIn,
  givenOver,
  NOTHING_GIVEN,
  type Remarks,
  restPresent,
  saveQuestion,
  strayEntries,
  type Taking,
  takeBody,
  updateBody,
  versionOf,
  withoutEntries,
} from './register.rules.ts'
import { StrayEntriesPanel } from './StrayEntriesPanel.tsx'
import { TakingPanel } from './TakingPanel.tsx'

const titleOf = ({ session }: Taking) => (session.status === 'completed' ? 'Update Attendance' : 'Take Attendance')

interface Props {
  taking: Taking
  /** When the device last read it, while the server cannot be asked. */
  knownAt: string | undefined
  begun: ReturnType<typeof useBegun<EntriesBegun>>
  onClose: () => void
}

/** Marks the students of a session; what is stored there, or was decided about it meanwhile, comes first. */
export function RegisterModal({ taking, knownAt, begun, onClose }: Props) {
  const { session, students } = taking
  const subject = subjectOf(session.id)
  const title = sessionTitle(session)
  const taken = session.status === 'completed'
  const entry = outbox.use().find((one) => one.subject === subject)
  const waiting = entry && entry.state !== 'saved' ? entry : undefined
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** What "Mark the rest present" gave, while it can be taken back. */
  const [filled, setFilled] = useState<Entries>({})
  const refresh = useRefreshAttendance()
  useOpenForm()

  // The version that the entries were made on: a later one must not be overwritten unseen.
  const version = begun.value?.updated_at ?? versionOf(waiting?.body) ?? session.updated_at
  const given = useMemo(
    () => givenOver(waiting ? givenIn(waiting.body) : NOTHING_GIVEN, begun.value ?? NOTHING_GIVEN),
    [waiting, begun.value],
  )
  const counts = entryCounts(students, given.entries)
  const differences = differing(students, given)
  const strays = waiting?.state === 'failed' ? strayEntries(students, knownTo(waiting), given) : []
  const overtaken =
    taken && differences.length > 0 && (waiting ? waiting.state === 'conflict' : version !== session.updated_at)

  const give = (entries: Entries, remarks: Remarks = {}) =>
    begun.change(
      (kept) => ({
        ...givenOver(kept ?? NOTHING_GIVEN, { entries, remarks }),
        updated_at: kept?.updated_at ?? version,
      }),
      title,
    )

  function entryRest(): void {
    const rest = restPresent(students, given.entries)
    give(rest)
    setFilled(rest)
  }

  function unmarkRest(): void {
    begun.change((kept) => withoutEntries(kept, filled), title)
    setFilled({})
  }

  async function send(endpoint: Parameters<typeof post>[0]['endpoint'], body: unknown): Promise<void> {
    setPending(true)
    setProblem(undefined)
    setFilled({})
    try {
      await post({ subject, title, endpoint, body, about: students })
      begun.forget()
      await sendNow()
    } catch (error) {
      return setProblem(messageOf(error))
    } finally {
      setPending(false)
    }
    if (entryOf(subject)?.state !== 'saved') return
    toast.success(`Attendance ${taken ? 'updated' : 'saved'} successfully!`)
    onClose()
  }

  async function store(): Promise<void> {
    if (!taken) return send(attendanceSubmissions.take, takeBody(taking, given, newKey()))
    if (differences.length > 0) return send(attendanceSubmissions.update, updateBody(taking, given, version))
    begun.forget()
    onClose()
  }

  const latest = useRef({ give, store })
  useEffect(() => {
    latest.current = { give, store }
  })
  // Always the same functions, so that a tap draws one row again and not sixty.
  const onEntry = useCallback((studentId: number, status: EntryStatus) => {
    latest.current.give({ [studentId]: status })
    setFilled({})
  }, [])
  const onRemark = useCallback((studentId: number, text: string) => latest.current.give({}, { [studentId]: text }), [])

  async function save(): Promise<void> {
    const question = saveQuestion(taking, given, today(), strays.length)
    // Another tab may have marked somebody while it was asked.
    if (!question || (await confirm(question))) await latest.current.store()
  }

  async function keepTheirs(): Promise<void> {
    await drop(subject)
    begun.forget()
  }

  // What was sent behind the dialog: the stored entries are others now, or there is nothing to entry any more.
  const state = entry?.state
  const sent = useRef(state)
  useEffect(() => {
    if (sent.current === state) return
    sent.current = state
    if (state !== undefined && state !== 'waiting') void refresh()
  }, [state, refresh])

  const held = overtaken ? 'conflict' : (waiting ?? (begun.value ? undefined : entry))
  const panel = { session, knownAt, refused: begun.refused, problem }

  if (overtaken)
    return (
      <ConflictModal
        title={titleOf(taking)}
        session={session}
        differences={differences}
        pending={pending}
        onTheirs={keepTheirs}
        onMine={() => send(attendanceSubmissions.update, updateBody(taking, given, session.updated_at))}
        onClose={onClose}
      >
        <TakingPanel {...panel} held={held} />
      </ConflictModal>
    )

  if (session.status === 'cancelled')
    return (
      <LostSessionModal
        title={titleOf(taking)}
        session={{ id: session.id, title }}
        why="This session is cancelled."
        given={waiting || begun.value ? given : undefined}
        students={students}
        onClose={onClose}
      >
        <TakingPanel {...panel} held={undefined} />
      </LostSessionModal>
    )

  const mayUndo = Object.entries(filled).some(([id, status]) => begun.value?.entries[Number(id)] === status)
  return (
    <Modal
      title={titleOf(taking)}
      size="xl"
      onClose={() => !pending && onClose()}
      footer={
        <>
          {(mayUndo || counts.untouched > 0) && (
            <Button
              className={classes.rest}
              variant="default"
              disabled={pending}
              // The second click of a double one, meant for the button that stood here before, takes nothing back.
              onClick={({ detail }) => (mayUndo ? detail < 2 && unmarkRest() : entryRest())}
            >
              {mayUndo ? 'Undo' : `Mark the rest present (${counts.untouched})`}
            </Button>
          )}
          {waiting?.state === 'waiting' && !begun.value && !pending ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <Button
              disabled={pending || counts.present + counts.absent + counts.leave + counts.untouched === 0}
              onClick={save}
            >
              {pending ? 'Saving...' : 'Save'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <TakingPanel {...panel} held={held} />
        <VisuallyHidden aria-live="polite">{mayUndo && `Marked present: ${Object.keys(filled).length}`}</VisuallyHidden>
        <StrayEntriesPanel session={{ id: session.id, title }} entries={strays} onDiscarded={onClose} />
        <RegisterList students={students} given={given} onEntry={onEntry} onRemark={onRemark} />
        <RegisterTable taking={taking} given={given} stored={taken && differences.length === 0} />
        {taken && <EntryHistoryPanel sessionId={session.id} />}
      </Stack>
    </Modal>
  )
}
