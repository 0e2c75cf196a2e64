import { type SurveyQuestion, SurveyQuestionInput } from '../../../shared/contract/feedback/questions.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { answeredMay, answersOf } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useSurveyQuestionChanges } from './api.ts'
import { questionBody, questionField, questionValues } from './form.rules.ts'
import { QuestionFields } from './QuestionFields.tsx'
import { SURVEY_QUESTION } from './rules.ts'

/** Changes a question of a survey, or adds one that is not in the pool. */
export function SurveyQuestionForm({ survey, ...opening }: Opening<SurveyQuestion> & { survey: FeedbackSurvey }) {
  const form = useRecordForm({
    kind: SURVEY_QUESTION,
    opening,
    values: questionValues(opening.record),
    schema: SurveyQuestionInput,
    toBody: (values) => ({ ...questionBody(values), feedback_survey_id: survey.id }),
    fieldOf: questionField,
    ...useSurveyQuestionChanges(),
  })
  return (
    <RecordForm form={form}>
      <QuestionFields
        fields={form.fields}
        question={opening.record}
        orderHint="Left empty, it comes last."
        fixed={refusalOf(answeredMay.rewrite, answersOf(survey))}
        settled={survey.is_anonymous ? refusalOf(answeredMay.retouch, answersOf(survey)) : undefined}
      />
    </RecordForm>
  )
}
