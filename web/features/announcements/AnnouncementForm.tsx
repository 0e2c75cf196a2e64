import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { type Announcement, AnnouncementInput } from '../../../shared/contract/announcements.ts'
import { ROLES } from '../../../shared/permissions.ts'
import { AnyDepartmentPicker } from '../../parts/AnyDepartmentPicker.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { useAnnouncementChanges } from './api.ts'
import { ANNOUNCEMENT, announcementBody, announcementValues, roleText } from './rules.ts'

interface Props extends Opening<Announcement> {
  /** The academic department to which the writing person is bound. */
  departmentId: number | undefined
}

/** Adds or changes an announcement. */
export function AnnouncementForm({ departmentId, ...opening }: Props) {
  const form = useRecordForm({
    kind: ANNOUNCEMENT,
    opening,
    values: announcementValues(opening.record, departmentId),
    schema: AnnouncementInput,
    toBody: announcementBody,
    ...useAnnouncementChanges(),
  })
  const { getInputProps, setFieldValue, values } = form.fields
  return (
    <RecordForm form={form}>
      <TextInput label="Title" required data-autofocus {...getInputProps('title')} />
      <TextArea label="Text" required rows={6} {...getInputProps('text')} />
      <Checkbox.Group label="For" description="Nothing chosen: for every role." {...getInputProps('roles')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {ROLES.map((role) => (
            <Checkbox key={role} value={role} label={roleText(role)} disabled={form.pending} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <AnyDepartmentPicker
          {...getInputProps('department_id')}
          fixed
          blank="Every department"
          present={opening.record?.department}
          disabled={form.pending}
        />
        <BatchPicker
          {...getInputProps('batch_id')}
          value={values.batch_id}
          onChange={(batch) => setFieldValue('batch_id', batch)}
          blank="Every batch"
          present={opening.record?.batch}
          disabled={form.pending}
        />
      </SimpleGrid>
      <TextInput
        label="Last day"
        description="Readers are shown it until this day. Without one it stays."
        type="date"
        {...getInputProps('last_day')}
      />
    </RecordForm>
  )
}
