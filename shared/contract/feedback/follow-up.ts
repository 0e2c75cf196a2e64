import * as z from 'zod/mini'
import { list, one, post, put } from '../../endpoint.ts'
import { optionalText, readAt } from '../../fields.ts'
import { REMINDERS_A_DAY_MAX } from '../../limits.ts'
import { FeedbackSurvey } from './surveys.ts'

/** The news about an ended survey, for its students. */
const SurveyChanges = z.object({
  /** The survey's id. */
  id: z.int(),
  title: z.string(),
  changes_text: z.string(),
  changes_at: z.string(),
})
export type SurveyChanges = z.infer<typeof SurveyChanges>

/** An empty text takes the news back. */
export const SurveyChangesInput = z.object({ changes_text: optionalText('What we changed'), ...readAt })

const SurveyReminder = z.object({
  id: z.int(),
  reminded_at: z.string(),
  /** The number of students who are being mailed. */
  mails: z.int(),
})
export type SurveyReminder = z.infer<typeof SurveyReminder>

/** The calls after a survey: reminding the students who have not answered, and telling all of them its outcome. */
export const surveyFollowUp = {
  listChanges: list('/feedback-surveys/changes', {
    summary: 'What was changed because of surveys, newest first; for a student of those that ask the student',
    action: 'feedback-surveys:read',
    row: SurveyChanges,
    failure: 'Failed to fetch surveys',
  }),
  publishChanges: put('/feedback-surveys/:id/changes', {
    summary: 'Tell the students what was changed because of a survey that is closed or has expired',
    action: 'feedback-surveys:write',
    body: SurveyChangesInput,
    reply: one(FeedbackSurvey),
    failure: 'Failed to update survey',
  }),
  remind: post('/feedback-surveys/:id/remind', {
    aDay: { most: REMINDERS_A_DAY_MAX, noun: 'reminders' },
    summary: 'Mail the students who have not answered an open survey; of an anonymous one all who are asked',
    action: 'feedback-surveys:write',
    reply: one(SurveyReminder),
    failure: 'Failed to send reminders',
  }),
}
