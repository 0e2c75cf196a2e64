import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { useBegun } from '../../core/offline-value.ts'
import { drop, entryOf, outbox, post, sendNow } from '../../core/outbox.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { toast } from '../../core/toasts.ts'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { keptTakingQuery, sessionTitle, subjectOf, takingQuery, unreached, useRefreshAttendance } from './api.ts'
import { ConflictModal } from './ConflictModal.tsx'
import { MarkHistoryPanel } from './MarkHistoryPanel.tsx'
import classes from './MarksList.module.css'
import { MarksList } from './MarksList.tsx'
import {
  differing,
  givenIn,
  givenOver,
  type MarkStatus,
  type Marks,
  type MarksBegun,
  markCounts,
  NOTHING_GIVEN,
  type Remarks,
  type Taking,
  takeBody,
  takingKey,
  untouchedQuestion,
  updateBody,
  versionOf,
  withRestPresent,
} from './marks.rules.ts'
import { TakingPanel } from './TakingPanel.tsx'

const LATE_MS = 1500
const titleOf = ({ session }: Taking) => (session.status === 'completed' ? 'Update Attendance' : 'Take Attendance')

interface Props {
  id: number
  onClose: () => void
}

/** The students of a session to mark: as the server says, or as this device last knew them. */
export function TakeAttendanceModal({ id, onClose }: Props) {
  const fresh = useQuery(takingQuery(id))
  const last = useQuery(keptTakingQuery(id))
  const begun = useBegun<MarksBegun>(subjectOf(id))
  const [late, setLate] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])

  const now = fresh.isFetchedAfterMount && !fresh.isError ? fresh.data : undefined
  const mayBeOld = fresh.isError ? unreached(fresh.error) : late
  const known = now ?? (mayBeOld ? last.data?.taking : undefined)
  return (
    <RecordModal
      title="Take Attendance"
      query={{
        data: known,
        error: last.isFetched ? fresh.error : null,
        refetch: fresh.refetch,
      }}
      onClose={onClose}
    >
      {(taking) => (
        <MarkStudents taking={taking} knownAt={now ? undefined : last.data?.at} begun={begun} onClose={onClose} />
      )}
    </RecordModal>
  )
}

interface MarkProps {
  taking: Taking
  /** When the device last read it, while the server cannot be asked. */
  knownAt: string | undefined
  begun: ReturnType<typeof useBegun<MarksBegun>>
  onClose: () => void
}

function MarkStudents({ taking, knownAt, begun, onClose }: MarkProps) {
  const { session, students } = taking
  const subject = subjectOf(session.id)
  const title = sessionTitle(session)
  const taken = session.status === 'completed'
  const entry = outbox.use().find((one) => one.subject === subject)
  const waiting = entry && entry.state !== 'saved' ? entry : undefined
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const refresh = useRefreshAttendance()
  useOpenForm()

  // The version that the marks were made on: a later one must not be overwritten unseen.
  const version = begun.value?.updated_at ?? versionOf(waiting?.body) ?? session.updated_at
  const given = useMemo(
    () => givenOver(waiting ? givenIn(waiting.body) : NOTHING_GIVEN, begun.value ?? NOTHING_GIVEN),
    [waiting, begun.value],
  )
  const counts = markCounts(students, given.marks)
  const differences = differing(students, given)
  const overtaken =
    taken && differences.length > 0 && (waiting ? waiting.state === 'conflict' : version !== session.updated_at)

  const give = (marks: Marks, remarks: Remarks = {}) =>
    begun.set({ ...givenOver(begun.value ?? NOTHING_GIVEN, { marks, remarks }), updated_at: version }, title)
  const latest = useRef(give)
  useEffect(() => {
    latest.current = give
  })
  // Always the same functions, so that a tap draws one row again and not sixty.
  const onMark = useCallback((studentId: number, status: MarkStatus) => latest.current({ [studentId]: status }), [])
  const onRemark = useCallback((studentId: number, text: string) => latest.current({}, { [studentId]: text }), [])

  async function send(endpoint: Parameters<typeof post>[0]['endpoint'], body: unknown): Promise<void> {
    setPending(true)
    setProblem(undefined)
    try {
      await post({ subject, title, endpoint, body })
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

  async function save(): Promise<void> {
    if (taken && differences.length === 0) {
      begun.forget()
      return onClose()
    }
    if (taken) return send(attendanceSubmissions.update, updateBody(taking, given, version))
    const yes =
      counts.untouched === 0 ||
      (await confirm({
        title: 'Save attendance?',
        message: untouchedQuestion(counts.untouched),
        confirmLabel: 'Yes, mark absent',
        cancelLabel: 'Go on marking',
      }))
    if (yes) await send(attendanceSubmissions.take, takeBody(taking, given, takingKey()))
  }

  async function keepTheirs(): Promise<void> {
    await drop(subject)
    begun.forget()
  }

  // What was sent behind the dialog: the stored marks are others now.
  const sent = useRef(entry?.state)
  useEffect(() => {
    if (sent.current === entry?.state) return
    sent.current = entry?.state
    if (entry?.state === 'saved' || entry?.state === 'conflict') void refresh()
  }, [entry?.state, refresh])

  const state = waiting ?? (begun.value ? undefined : entry)
  const above = (
    <TakingPanel
      session={session}
      knownAt={knownAt}
      refused={begun.refused}
      held={overtaken ? 'conflict' : state}
      problem={problem}
    />
  )

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
        {above}
      </ConflictModal>
    )

  if (session.status === 'cancelled')
    return (
      <Modal title={titleOf(taking)} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
        <Stack gap="md">
          {above}
          <Problem text="This session is cancelled." />
        </Stack>
      </Modal>
    )

  return (
    <Modal
      title={titleOf(taking)}
      size="xl"
      onClose={() => !pending && onClose()}
      footer={
        <>
          {counts.untouched > 0 && (
            <Button
              className={classes.rest}
              variant="default"
              disabled={pending}
              onClick={() => give(withRestPresent(students, given.marks))}
            >
              Mark the rest present
            </Button>
          )}
          <Button
            disabled={pending || counts.present + counts.absent + counts.leave + counts.untouched === 0}
            onClick={save}
          >
            {pending ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {above}
        <MarksList students={students} given={given} onMark={onMark} onRemark={onRemark} />
        {taken && <MarkHistoryPanel sessionId={session.id} />}
      </Stack>
    </Modal>
  )
}
