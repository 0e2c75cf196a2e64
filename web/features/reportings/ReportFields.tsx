import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { REPORT_CATEGORIES, REPORT_PRIORITIES, REPORT_SEVERITIES } from '../../../shared/labels.ts'
import { FoundPicker } from '../../parts/FoundPicker.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { SimpleGrid, Stack } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { assigneesQuery, foundStudentsQuery } from './api.ts'
import { assigneeText, type ReportValues, studentText } from './rules.ts'

const SEVERITIES = wordOptions(REPORT_SEVERITIES)
const PRIORITIES = wordOptions(REPORT_PRIORITIES)
const CATEGORIES = wordOptions(REPORT_CATEGORIES)

interface Props {
  fields: RecordFields<ReportValues>
  /** True for a student, who reports about the own person and decides nothing about the case. */
  short: boolean
  /** True when the report is stored as hidden from its student. */
  wasHidden: boolean
}

/** The fields of a report. */
export function ReportFields({ fields, short, wasHidden }: Props) {
  const { student_id, student_label, assigned_to, assignee_label } = fields.values
  return (
    <>
      <TextInput label="Report Title" required data-autofocus {...fields.getInputProps('title')} />
      <TextArea label="Description" required rows={4} {...fields.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {!short && (
          <FoundPicker
            {...fields.getInputProps('student_id')}
            label="Student"
            required
            noun="student"
            placeholder="Search by name or roll number"
            search={foundStudentsQuery}
            labelText={studentText}
            from={2}
            value={Number(student_id) || undefined}
            known={student_id ? { id: Number(student_id), label: student_label } : undefined}
            onChange={(found) => {
              fields.setFieldValue('student_label', found?.label ?? '')
              fields.setFieldValue('student_id', String(found?.id ?? ''))
            }}
          />
        )}
        <FoundPicker
          {...fields.getInputProps('assigned_to')}
          label="Report To"
          required
          noun="staff member"
          placeholder="Search by name or department"
          search={assigneesQuery}
          labelText={assigneeText}
          from={0}
          value={Number(assigned_to) || undefined}
          known={assigned_to ? { id: Number(assigned_to), label: assignee_label } : undefined}
          onChange={(found) => {
            fields.setFieldValue('assignee_label', found?.label ?? '')
            fields.setFieldValue('assigned_to', String(found?.id ?? ''))
          }}
        />
        <SelectField label="Severity" required options={SEVERITIES} {...fields.getInputProps('severity')} />
        <SelectField label="Priority" options={PRIORITIES} {...fields.getInputProps('priority')} />
      </SimpleGrid>
      {!short && <StaffFields fields={fields} wasHidden={wasHidden} />}
    </>
  )
}

function StaffFields({ fields, wasHidden }: Omit<Props, 'short'>) {
  const isUnhidden = wasHidden && !fields.values.is_confidential
  // Starts open when a category other than the default is chosen, so that the choice is seen.
  const [opened, setOpened] = useState(fields.values.category !== 'other')
  return (
    <>
      <Stack gap="xs">
        <Checkbox
          label="Requires Immediate Attention"
          {...fields.getInputProps('requires_immediate_attention', { type: 'checkbox' })}
        />
        <Checkbox
          label="Hide from Student"
          description={
            isUnhidden
              ? 'The student will be shown all that its file has so far, except the internal notes.'
              : 'The student whom it is about is shown nothing of it.'
          }
          {...fields.getInputProps('is_confidential', { type: 'checkbox' })}
        />
      </Stack>
      <TextArea
        label="Internal Notes"
        description="No student is shown them."
        {...fields.getInputProps('internal_notes')}
      />
      <Disclosure title="More" icon={IconDots} opened={opened} onToggle={() => setOpened(!opened)}>
        <SelectField label="Category" options={CATEGORIES} {...fields.getInputProps('category')} />
      </Disclosure>
    </>
  )
}
