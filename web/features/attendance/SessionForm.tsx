import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import {
  type AttendanceSession,
  AttendanceSessionChange,
  NewSessionForm as NewSessionSchema,
} from '../../../shared/contract/attendance.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { useSessionChanges } from './api.ts'
import { RepeatFields, useRecurringDays } from './RepeatFields.tsx'
import {
  type Chosen,
  newSessionBody,
  newSessionValues,
  recurringBody,
  sessionBody,
  sessionField,
  sessionValues,
} from './rules.ts'
import { SessionFields } from './SessionFields.tsx'

interface EditProps {
  session: AttendanceSession
  onClose: () => void
  /** Reads the record again, and opens the form afresh over it. */
  onReload: () => void
}

export function EditSessionForm({ session: read, onClose, onReload }: EditProps) {
  // As it was read when the form opened: a later answer must neither move what is typed nor its version.
  const [session] = useState(read)
  const { update } = useSessionChanges()
  const form = useDraftForm({
    key: `attendance-session:${session.id}`,
    initialValues: sessionValues(session),
    schema: AttendanceSessionChange,
    toBody: sessionBody,
    save: (_, values) =>
      update({ params: { id: session.id }, body: { ...sessionBody(values), updated_at: values.updated_at } }),
    onSaved: () => {
      toast.success('Attendance session updated successfully!')
      onClose()
    },
  })
  function discard(): void {
    form.discard()
    onReload()
  }
  return (
    <FormModal
      title="Edit Attendance Session"
      form={{ ...form, discard }}
      onClose={onClose}
      after={<HistoryPanel entity="attendance_session" id={session.id} />}
    >
      <SessionFields fields={form.fields} session={session} />
    </FormModal>
  )
}

interface NewProps {
  chosen: Chosen
  day: string
  onClose: () => void
  /** Goes on to take the attendance of what was added. */
  onEntry: (sessionId: number) => void
}

const sessionsText = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)

export function NewSessionForm({ chosen, day, onClose, onEntry }: NewProps) {
  const [initialValues] = useState(() => newSessionValues(chosen, day))
  const entries = can(useRoles(), 'attendance:take')
  const { create, createRecurring } = useSessionChanges()
  const pressed = useRef(false)
  const andEntry = useRef(false)
  const after = useRef<() => void>(onClose)

  function finish(done: string, goOn: () => void): void {
    after.current = () => {
      toast.success(done)
      goOn()
    }
  }

  const form = useDraftForm({
    key: 'attendance-session:new',
    initialValues,
    schema: NewSessionSchema,
    toBody: newSessionBody,
    fieldOf: sessionField,
    save: async (_, values, key) => {
      const goesOn = andEntry.current
      if (values.repeat) {
        const { data: made } = await createRecurring({ body: recurringBody(values), key })
        return finish(`${sessionsText(made.length)} created successfully!`, onClose)
      }
      const { id } = (await create({ body: sessionBody(values), key })).data
      finish('Attendance session created successfully!', goesOn ? () => onEntry(id) : onClose)
    },
    onSaved: () => after.current(),
  })
  const { values } = form.fields
  const preview = useRecurringDays(values)
  const added = preview.data?.filter(({ outcome }) => outcome === 'create').length

  function onSubmit(event?: FormEvent<HTMLFormElement>): void {
    andEntry.current = pressed.current
    pressed.current = false
    form.formProps.onSubmit(event)
  }

  function addAndEntry(): void {
    pressed.current = true
    form.formProps.ref.current?.requestSubmit()
  }

  return (
    <FormModal
      title="Add New Attendance Session"
      form={{ ...form, formProps: { ...form.formProps, onSubmit } }}
      saveLabel={values.repeat ? `Add ${added === undefined ? 'sessions' : sessionsText(added)}` : 'Save'}
      onClose={onClose}
      note={
        entries &&
        !values.repeat && (
          <Button variant="default" disabled={form.pending} onClick={addAndEntry}>
            Add &amp; Mark Attendance
          </Button>
        )
      }
    >
      <SessionFields fields={form.fields} session={undefined} />
      <RepeatFields fields={form.fields} preview={preview} />
    </FormModal>
  )
}
