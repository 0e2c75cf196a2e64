import type { Announcement } from '../../../shared/contract/announcements.ts'
import { ANNOUNCEMENT_FILE } from '../../../shared/files.ts'
import { roleWord } from '../../../shared/labels.ts'
import { can, ROLES } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { AnyDepartmentPicker } from '../../parts/AnyDepartmentPicker.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { useChosenFiles, withFilesField } from '../../parts/chosen-files.ts'
import { FilesField } from '../../parts/FilesField.tsx'
import { FilesList } from '../../parts/FilesList.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { Checkbox, CheckboxGroup } from '../../ui/choices.tsx'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { readFileOf, useSaveAnnouncement } from './api.ts'
import { announcementFields } from './form.rules.ts'
import { ANNOUNCEMENT, announcementBody, announcementValues } from './rules.ts'

interface Props extends Opening<Announcement> {
  /** The academic department to which the writing person is bound. */
  departmentId: number | undefined
}

/** Adds or changes an announcement. */
export function AnnouncementForm({ departmentId, ...opening }: Props) {
  const { record } = opening
  const roles = useRoles()
  const files = useChosenFiles(record?.file ? [record.file] : [])
  const { adding, replacing, create, update } = useSaveAnnouncement(files)
  const form = useRecordForm({
    kind: ANNOUNCEMENT,
    opening,
    values: announcementValues(record, departmentId),
    schema: announcementFields(roles),
    toBody: (values) => announcementBody(values, files.names),
    fieldOf: withFilesField,
    files,
    uploading: record ? replacing : adding,
    create,
    update,
  })
  const { getInputProps, setFieldValue, values } = form.fields
  return (
    <RecordForm form={form}>
      <TextInput label="Title" required data-autofocus {...getInputProps('title')} />
      <TextArea label="Text" required rows={6} {...getInputProps('text')} />
      {record?.file && (
        <div>
          <Text size="sm" fw={600}>
            Present file
          </Text>
          <FilesList
            label="Present file"
            files={[record.file]}
            read={readFileOf(record)}
            removed={files.removed}
            onRemovedChange={files.setRemoved}
          />
        </div>
      )}
      <FilesField form={form} files={files} allowed={ANNOUNCEMENT_FILE} optional />
      <CheckboxGroup label="For" description="Nothing chosen: for every role." {...getInputProps('roles')}>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" mt="xs">
          {ROLES.map((role) => (
            <Checkbox key={role} value={role} label={roleWord(role)} disabled={form.pending} />
          ))}
        </SimpleGrid>
      </CheckboxGroup>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <AnyDepartmentPicker
          {...getInputProps('department_id')}
          fixed
          blank="Every department"
          onChange={(event) => {
            setFieldValue('department_id', event.currentTarget.value)
            setFieldValue('group_id', '')
          }}
          present={record?.department}
          disabled={form.pending}
        />
        <BatchPicker
          {...getInputProps('batch_id')}
          value={values.batch_id}
          onChange={(batch) => {
            setFieldValue('batch_id', batch)
            setFieldValue('group_id', '')
          }}
          blank="Every batch"
          present={record?.batch}
          disabled={form.pending}
        />
        <GroupPicker
          {...getInputProps('group_id')}
          {...(can(roles, 'announcements:widely') ? { blank: 'Every group' } : { required: true })}
          known={record?.group ?? undefined}
          departmentId={Number(values.department_id) || undefined}
          batchId={Number(values.batch_id) || undefined}
          value={Number(values.group_id) || undefined}
          onChange={(group) => setFieldValue('group_id', String(group ?? ''))}
          disabled={form.pending}
        />
        <TextInput
          label="Last day"
          description="Readers are shown it until this day. Without one it stays."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="date"
          {...getInputProps('last_day')}
        />
      </SimpleGrid>
    </RecordForm>
  )
}
