import { collegeToday } from '../../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { SURVEY_STATUSES } from '../../../shared/labels.ts'
import { answeredMay, answersOf, endOf, reopening, surveyMay } from '../../../shared/policies/feedback.ts'
import { allows, refusalOf } from '../../../shared/policies/policy.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { SimpleGrid, Stack, Text } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { ANONYMOUS_MEANS, askedHint, endHint, type SurveyValues } from './rules.ts'

interface Props {
  fields: RecordFields<SurveyValues>
  /** Undefined while a new one is added. */
  survey: FeedbackSurvey | undefined
}

const refOf = (id: number | null, name: string | null) => (id === null ? undefined : { id, name: name ?? '' })

/** Returns the reason why the number of a student's responses can't change. */
function recurringOf(survey: FeedbackSurvey): string | undefined {
  if (survey.allow_multiple_responses) return refusalOf(answeredMay.restrict, answersOf(survey))
  return survey.is_anonymous ? refusalOf(answeredMay.repeat, answersOf(survey)) : undefined
}

/** The fields of a survey. */
export function SurveyFields({ fields, survey }: Props) {
  const { values, getInputProps } = fields
  const answers = survey ? answersOf(survey) : 'none'
  const stored = survey?.status ?? 'draft'
  // A closed survey is changed together with its activation, or not at all.
  const closed = allows(surveyMay.edit, stored) ? undefined : refusalOf(surveyMay.edit, values.status)
  const disabled = closed !== undefined
  const final = survey && refusalOf(reopening, endOf(survey))
  const disguised = refusalOf(answeredMay.disguise, answers)
  const recurring = survey && recurringOf(survey)
  return (
    <>
      {survey && (
        <SelectField
          label="Status"
          options={wordOptions(SURVEY_STATUSES)}
          description={final ?? closed}
          disabled={disabled && final !== undefined}
          {...getInputProps('status')}
        />
      )}
      <TextInput label="Title" required data-autofocus disabled={disabled} {...getInputProps('title')} />
      <TextArea label="Description" disabled={disabled} {...getInputProps('description')} />
      <AskedFields fields={fields} survey={survey} disabled={disabled} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Start Date" type="date" disabled={disabled} {...getInputProps('start_date')} />
        <TextInput
          label="End Date"
          type="date"
          description={!disabled && endHint(values.end_date, collegeToday())}
          // The description stands below, so that fields side by side stay in line.
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={disabled}
          {...getInputProps('end_date')}
        />
      </SimpleGrid>
      <Stack gap="sm">
        <Checkbox
          label="Anonymous"
          description={disguised ?? ANONYMOUS_MEANS}
          disabled={disabled || disguised !== undefined}
          {...getInputProps('is_anonymous', { type: 'checkbox' })}
        />
        <Checkbox
          label="Allow Multiple Responses"
          description={recurring ?? 'A student may answer it more than once.'}
          disabled={disabled || recurring !== undefined}
          {...getInputProps('allow_multiple_responses', { type: 'checkbox' })}
        />
      </Stack>
      {!survey && (
        <Text size="sm" c="dimmed">
          A new survey is a draft, which no student sees. Add its questions, then activate it.
        </Text>
      )}
    </>
  )
}

/** Chooses the addressees. The group belongs to the department and the batch, so a change of either clears it. */
function AskedFields({ fields, survey, disabled }: Props & { disabled: boolean }) {
  const { values, setFieldValue, getInputProps } = fields
  const { locked } = useOwnDepartment()
  const fixed = survey && refusalOf(answeredMay.readdress, answersOf(survey))
  const isFixed = disabled || fixed !== undefined
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DepartmentPicker
          {...getInputProps('department_id')}
          blank="Every department"
          disabled={isFixed}
          value={Number(values.department_id) || undefined}
          onChange={(id) => {
            setFieldValue('department_id', String(id ?? ''))
            setFieldValue('group_id', '')
          }}
        />
        <BatchPicker
          {...getInputProps('batch_id')}
          blank="Every batch"
          onlyActive
          present={survey && refOf(survey.batch_id, survey.batch_name)}
          disabled={isFixed}
          value={values.batch_id}
          onChange={(id) => {
            setFieldValue('batch_id', id)
            setFieldValue('group_id', '')
          }}
        />
        <GroupPicker
          {...getInputProps('group_id')}
          needsBatch
          blank="Every group"
          known={survey && refOf(survey.group_id, survey.group_name)}
          disabled={isFixed}
          departmentId={Number(values.department_id) || undefined}
          batchId={Number(values.batch_id) || undefined}
          value={Number(values.group_id) || undefined}
          onChange={(id) => setFieldValue('group_id', String(id ?? ''))}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs">
        {fixed ?? askedHint({ ...values, ...(locked && { department_id: String(locked.id) }) })}
      </Text>
    </div>
  )
}
