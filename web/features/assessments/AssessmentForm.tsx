import { type Assessment, AssessmentInput } from '../../../shared/contract/assessments.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { AssessmentFields } from './AssessmentFields.tsx'
import { useAssessmentChanges } from './api.ts'
import { ASSESSMENT, type AssessmentChoices, assessmentBody, assessmentValues, missingText } from './rules.ts'

/** Adds an assessment, or changes one. */
export function AssessmentForm({ chosen, ...opening }: Opening<Assessment> & { chosen: AssessmentChoices }) {
  const assessment = opening.record
  const form = useRecordForm({
    kind: ASSESSMENT,
    opening,
    values: assessmentValues(assessment, chosen),
    // The whole record is in the form, so the create's rules between its fields hold for a change too.
    schema: AssessmentInput,
    toBody: (values) => assessmentBody(values, assessment),
    problemOf: missingText,
    ...useAssessmentChanges(),
  })
  return (
    <RecordForm form={form}>
      <AssessmentFields fields={form.fields} assessment={assessment} />
    </RecordForm>
  )
}
