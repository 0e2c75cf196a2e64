import { type FeedbackSurvey, FeedbackSurveyInput } from '../../../shared/contract/feedback/surveys.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { SurveyFields } from './SurveyFields.tsx'
import { useSurveyChanges } from './surveys.api.ts'
import { SURVEY, type SurveyChoices, surveyBody, surveyValues } from './surveys.rules.ts'

/** Adds a survey, or changes one. */
export function SurveyForm({ chosen, ...opening }: Opening<FeedbackSurvey> & { chosen: SurveyChoices }) {
  const { create, update } = useSurveyChanges()
  const form = useRecordForm({
    kind: SURVEY,
    opening,
    values: surveyValues(opening.record, chosen),
    // The whole record is in the form, so the create's rules between its fields hold for a change too.
    schema: FeedbackSurveyInput,
    toBody: surveyBody,
    create,
    update,
  })
  return (
    <RecordForm form={form}>
      <SurveyFields fields={form.fields} survey={opening.record} />
    </RecordForm>
  )
}
