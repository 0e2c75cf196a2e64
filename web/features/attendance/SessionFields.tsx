import { useQuery } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { entryOf } from '../../../shared/labels.ts'
import { YEARS } from '../../../shared/limits.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { SESSION_NEXT, sessionMay } from '../../../shared/policies/sessions.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { SimpleGrid } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { recordOptions, SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { staffOfDepartmentQuery } from './api.ts'
import { OverlapPanel } from './OverlapPanel.tsx'
import { PostedPanel } from './PostedPanel.tsx'
import { nextDayText, type SessionValues } from './rules.ts'

const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: year }))

const statusesOf = (session: AttendanceSession | undefined) =>
  wordOptions(session ? (entryOf(SESSION_NEXT, session.status) ?? [session.status]) : SESSION_NEXT.new)

interface Props {
  fields: RecordFields<SessionValues>
  /** Undefined for a new session. */
  session: AttendanceSession | undefined
  /** The staff member with whom the form opens, and their department. */
  holder: Pick<AttendanceSession, 'department_id' | 'staff'> | undefined
  onGroup?: (groupId: string) => void
}

/** The fields of an attendance session. */
export function SessionFields({ fields, session, holder, onGroup }: Props) {
  const { values, setFieldValue, getInputProps, clearFieldError } = fields
  const departmentId = Number(values.department_id) || undefined
  const start = getInputProps('start_time')
  const end = getInputProps('end_time')
  const held = session !== undefined && !allows(sessionMay.move, session.status)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DepartmentPicker
          required
          {...getInputProps('department_id')}
          disabled={held}
          value={departmentId}
          onChange={(id) => {
            setFieldValue('department_id', String(id ?? ''))
            setFieldValue('group_id', '')
            setFieldValue('staff_id', '')
          }}
        />
        <BatchPicker
          required
          {...getInputProps('batch_id')}
          disabled={held}
          value={values.batch_id}
          onChange={(id) => {
            setFieldValue('batch_id', id)
            setFieldValue('group_id', '')
          }}
        />
        <GroupPicker
          required
          needsBatch
          {...getInputProps('group_id')}
          disabled={held}
          known={session?.group}
          departmentId={departmentId}
          batchId={Number(values.batch_id) || undefined}
          value={Number(values.group_id) || undefined}
          onChange={(id) => {
            setFieldValue('group_id', String(id ?? ''))
            onGroup?.(String(id ?? ''))
          }}
        />
        <StaffSelect
          {...getInputProps('staff_id')}
          departmentId={departmentId}
          known={holder?.department_id === departmentId ? holder?.staff : undefined}
        />
        <TextInput label="Activity Date" type="date" required {...getInputProps('activity_date')} />
        <SelectField label="Year" blank="Not given" options={YEAR_OPTIONS} {...getInputProps('year')} />
        <TextInput
          label="Start Time"
          type="time"
          required
          {...start}
          onChange={(event) => {
            start.onChange(event)
            clearFieldError('end_time')
          }}
        />
        <TextInput
          label="End Time"
          type="time"
          required
          description={end.error ? undefined : nextDayText(values)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...end}
        />
      </SimpleGrid>
      {session === undefined && (
        <PostedPanel
          values={values}
          onChoose={({ batch_id, group_id }) => {
            setFieldValue('batch_id', String(batch_id))
            setFieldValue('group_id', String(group_id))
            onGroup?.(String(group_id))
          }}
        />
      )}
      <OverlapPanel values={values} sessionId={session?.id} />
      <SelectField label="Status" options={statusesOf(session)} {...getInputProps('status')} />
      <TextArea label="Remarks" rows={2} {...getInputProps('remarks')} />
    </>
  )
}

interface StaffProps {
  departmentId: number | undefined
  /** The member of staff with whom the form opens; the choices may not contain them, or not yet. */
  known: { id: number; name: string } | undefined
}

function StaffSelect({
  departmentId,
  known,
  ...rest
}: StaffProps & ReturnType<RecordFields<SessionValues>['getInputProps']>) {
  const staff = useQuery(staffOfDepartmentQuery(departmentId))
  const found = staff.data ?? []
  const missing = known && !found.some(({ id }) => id === known.id) ? [known] : []
  const blank =
    departmentId === undefined
      ? 'Choose a department first'
      : staff.isLoading
        ? 'Loading staff...'
        : staff.data?.length === 0
          ? 'No staff found in this department'
          : 'Choose a staff member'
  return (
    <SelectField
      {...rest}
      label="Staff"
      required
      blank={blank}
      options={recordOptions([...found, ...missing])}
      disabled={departmentId === undefined}
      source={staff}
    />
  )
}
