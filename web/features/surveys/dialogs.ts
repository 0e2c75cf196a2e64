import { codeOf } from '../../core/code.ts'

const surveyForm = codeOf(async () => (await import('./SurveyForm.tsx')).SurveyForm)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  add: surveyForm,
  edit: surveyForm,
}
