import { type FeedbackSurvey, FeedbackSurveyInput } from '../../../shared/contract/feedback/surveys.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useSurveyChanges } from './api.ts'
import { SURVEY, type SurveyChoices, surveyBody, surveyValues } from './rules.ts'
import { SurveyFields } from './SurveyFields.tsx'

/** Adds a survey, or changes one. */
export function SurveyForm({ chosen, ...opening }: Opening<FeedbackSurvey> & { chosen: SurveyChoices }) {
  const form = useRecordForm({
    kind: SURVEY,
    opening,
    values: surveyValues(opening.record, chosen),
    // The whole record is in the form, so the create's rules between its fields hold for a change too.
    schema: FeedbackSurveyInput,
    toBody: surveyBody,
    ...useSurveyChanges(),
  })
  return (
    <RecordForm form={form}>
      <SurveyFields fields={form.fields} survey={opening.record} />
    </RecordForm>
  )
}
