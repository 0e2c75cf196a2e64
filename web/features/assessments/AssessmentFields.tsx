import type { Assessment } from '../../../shared/contract/assessments.ts'
import { ASSESSMENT_STATUSES, ASSESSMENT_TYPES } from '../../../shared/labels.ts'
import { YEARS } from '../../../shared/limits.ts'
import { criteriaChange, criteriaStateOf } from '../../../shared/policies/criteria.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { CriteriaRows } from '../../parts/CriteriaRows.tsx'
import { criteriaTotalProps } from '../../parts/criterion-rows.ts'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { SimpleGrid } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import type { AssessmentValues } from './rules.ts'

const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: year }))
const DECIMAL = { inputMode: 'decimal', autoComplete: 'off', placeholder: '0.00' } as const

interface Props {
  fields: RecordFields<AssessmentValues>
  /** Undefined while a new one is added. */
  assessment: Assessment | undefined
}

/** The fields of an assessment. */
export function AssessmentFields({ fields, assessment }: Props) {
  const { values, setFieldValue, getInputProps } = fields
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DepartmentPicker
          required
          {...getInputProps('department_id')}
          value={Number(values.department_id) || undefined}
          onChange={(id) => {
            setFieldValue('department_id', String(id ?? ''))
            setFieldValue('group_id', '')
          }}
        />
        <BatchPicker
          required
          {...getInputProps('batch_id')}
          present={assessment?.batch}
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
          known={assessment?.group}
          departmentId={Number(values.department_id) || undefined}
          batchId={Number(values.batch_id) || undefined}
          value={Number(values.group_id) || undefined}
          onChange={(id) => setFieldValue('group_id', String(id ?? ''))}
        />
        <SelectField
          label="Type"
          required
          blank="Choose a type"
          options={wordOptions(ASSESSMENT_TYPES)}
          {...getInputProps('type')}
        />
      </SimpleGrid>
      <TextInput label="Name" required {...getInputProps('name')} />
      <TextArea label="Detail" rows={2} {...getInputProps('detail')} />
      <CriteriaRows
        fields={fields}
        fine="hundredths"
        fixed={assessment && refusalOf(criteriaChange, criteriaStateOf(assessment))}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <TextInput
          label="Total Marks"
          {...DECIMAL}
          {...getInputProps('total_marks')}
          {...criteriaTotalProps(values.criteria, 'hundredths')}
        />
        <TextInput label="Passing Marks" {...DECIMAL} {...getInputProps('passing_marks')} />
        <TextInput label="Weightage" {...DECIMAL} {...getInputProps('weightage')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SelectField label="Year" blank="Not given" options={YEAR_OPTIONS} {...getInputProps('year')} />
        <SelectField label="Status" options={wordOptions(ASSESSMENT_STATUSES)} {...getInputProps('status')} />
      </SimpleGrid>
    </>
  )
}
