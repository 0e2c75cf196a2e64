import { type FormEvent, useRef } from 'react'
import {
  type AttendanceSession,
  AttendanceSessionChange,
  NewSessionForm as NewSessionSchema,
} from '../../../shared/contract/attendance.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { doneText } from '../../ui/record-kind.ts'
import { useSessionChanges } from './api.ts'
import { RepeatFields, useRecurringDays } from './RepeatFields.tsx'
import { newSessionBody, SESSION, type SessionChoices, sessionBody, sessionField, sessionValues } from './rules.ts'
import { SessionFields } from './SessionFields.tsx'

export function EditSessionForm(opening: Opening<AttendanceSession>) {
  const form = useRecordForm({
    kind: SESSION,
    opening,
    values: sessionValues(opening.record),
    schema: AttendanceSessionChange,
    toBody: sessionBody,
    ...useSessionChanges(),
  })
  return (
    <RecordForm form={form}>
      <SessionFields fields={form.fields} session={opening.record} />
    </RecordForm>
  )
}

interface NewProps extends Opening<AttendanceSession> {
  chosen: SessionChoices
  day: string
  /** Opens the register of the added session. */
  onEntry: (sessionId: number) => void
}

const sessionsText = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)

/** Adds a session, or one for each day of its repetition. */
export function NewSessionForm({ chosen, day, onEntry, ...opening }: NewProps) {
  const { onClose } = opening
  const entries = can(useRoles(), 'attendance:take')
  const { create, createRecurring, update } = useSessionChanges()
  const pressed = useRef(false)
  const andEntry = useRef(false)

  const form = useRecordForm({
    kind: SESSION,
    opening,
    values: sessionValues(undefined, chosen, day),
    schema: NewSessionSchema,
    toBody: newSessionBody,
    fieldOf: sessionField,
    create: async ({ body, key }) => {
      const goesOn = andEntry.current
      if (body.repeat) {
        const { repeat: _, ...recurring } = body
        const { data: made } = await createRecurring({ body: recurring, key })
        return { done: `${sessionsText(made.length)} created successfully!`, goOn: onClose }
      }
      const { repeat: _, ...session } = body
      const { id } = (await create({ body: session, key })).data
      return { done: doneText(SESSION, 'created'), goOn: goesOn ? () => onEntry(id) : onClose }
    },
    update,
    onCreated: ({ done, goOn }) => {
      toast.success(done)
      goOn()
    },
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
    <RecordForm
      form={{ ...form, formProps: { ...form.formProps, onSubmit } }}
      saveLabel={values.repeat ? `Add ${added === undefined ? 'sessions' : sessionsText(added)}` : 'Save'}
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
    </RecordForm>
  )
}
