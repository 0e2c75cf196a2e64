import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import {
  type AttendanceSession,
  AttendanceSessionChange,
  NewSessionForm as NewSessionSchema,
} from '../../../shared/contract/attendance.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { ownStaffQuery } from '../../core/start.ts'
import { toast } from '../../core/toasts.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { doneText } from '../../ui/record-kind.ts'
import { useSessionChanges } from './api.ts'
import { LastGroupsPanel } from './LastGroupsPanel.tsx'
import { RepeatFields, useRecurringDays } from './RepeatFields.tsx'
import {
  newSessionBody,
  newSessionValues,
  SESSION,
  type SessionChoices,
  sessionBody,
  sessionField,
  sessionHours,
  sessionValues,
} from './rules.ts'
import { SessionFields } from './SessionFields.tsx'
import { type Hours, keepHours, usualHours } from './usual-hours.ts'

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
      <SessionFields fields={form.fields} session={opening.record} holder={opening.record} />
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

/** Returns the person as the holder of sessions of their department, among whose staff they are offered. */
function useOwnHolder() {
  const { data: self } = useQuery({ ...ownStaffQuery, enabled: can(useRoles(), 'staff:read-own') })
  return self?.status === 'active'
    ? { department_id: self.department_id, staff: { id: self.id, name: self.name } }
    : undefined
}

/** Adds a session, or one for each day of its repetition. */
export function NewSessionForm({ chosen, day, onEntry, ...opening }: NewProps) {
  const { onClose } = opening
  const entries = can(useRoles(), 'attendance:take')
  const { create, createRecurring, update } = useSessionChanges()
  const pressed = useRef(false)
  const andEntry = useRef(false)
  const own = useOwnHolder()
  // Without a group to begin with, the form is empty.
  const isOwn = chosen.group_id !== undefined && own?.department_id === chosen.department_id
  const [proposed, setProposed] = useState(() =>
    usualHours(chosen.group_id === undefined ? undefined : String(chosen.group_id)),
  )

  const form = useRecordForm({
    kind: SESSION,
    opening,
    values: newSessionValues(chosen, { staff_id: isOwn ? own?.staff.id : undefined, activity_date: day, ...proposed }),
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
      keepHours(form.fields.getValues())
      toast.success(done)
      goOn()
    },
  })
  const { values, getValues, getInputNode, setFieldValue } = form.fields
  const preview = useRecurringDays(values)
  const added = preview.data?.filter(({ outcome }) => outcome === 'create').length

  function propose(hours: Hours): void {
    setProposed(hours)
    setFieldValue('start_time', hours.start_time)
    setFieldValue('end_time', hours.end_time)
  }

  /** Tells whether the hours are still those that were proposed, and not the person's own. */
  function hasProposed(): boolean {
    const { start_time, end_time } = getValues()
    return start_time === proposed.start_time && end_time === proposed.end_time
  }

  /** Proposes what is usual for a group: the person as its staff, unless another is chosen, and its hours. */
  function proposeFor(groupId: string): void {
    const { department_id, staff_id } = getValues()
    if (groupId !== '' && staff_id === '' && own && department_id === String(own.department_id))
      setFieldValue('staff_id', String(own.staff.id))
    if (groupId !== '' && hasProposed()) propose(usualHours(groupId))
  }

  /** Takes a session that the person has held for the pattern of the new one. */
  function chooseAs({ batch_id, group_id, start_time, end_time }: AttendanceSession): void {
    const { start_time: start, end_time: end } = getValues()
    // Looked at before the group's usual hours, which may be none, take their place.
    const takesHours = hasProposed() || (start === '' && end === '')
    setFieldValue('batch_id', String(batch_id))
    setFieldValue('group_id', String(group_id))
    proposeFor(String(group_id))
    if (takesHours) propose(sessionHours({ start_time, end_time }))
    // The pressed button goes with its offer: people go on at the first field that it has filled.
    getInputNode('batch_id')?.focus()
  }

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
      <LastGroupsPanel values={values} own={own} day={day} onChoose={chooseAs} />
      <SessionFields fields={form.fields} session={undefined} holder={own} onGroup={proposeFor} />
      <RepeatFields fields={form.fields} preview={preview} />
    </RecordForm>
  )
}
