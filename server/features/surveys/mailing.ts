import { dayIn } from '../../core/clock.ts'
import { mailKind } from '../../jobs/kinds.ts'
import { findReminded } from './follow-up.reads.ts'
import { reminderOf } from './follow-up.rules.ts'

/** Reminds a student of a survey that is still open, and that the student has not answered meanwhile. */
export const reminderMail = mailKind<{ survey_id: number; user_id: number }>({
  kind: 'mail-reminder',
  write: async ({ db, settings, publicUrl }, { survey_id, user_id }) => {
    const found = await findReminded(db, survey_id, user_id, dayIn(settings.COLLEGE_TIMEZONE))
    if (!found) return undefined
    const { email, ...survey } = found
    if (email === null) return undefined
    return { to: email, ...reminderOf(survey, { college: settings.COLLEGE_NAME, publicUrl }) }
  },
})
