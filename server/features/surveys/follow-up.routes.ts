import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { changing } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { noteReminder } from './follow-up.writes.ts'
import { reminderMail } from './mailing.ts'
import { listChanges, lockSurvey } from './reads.ts'
import { publishChanges } from './writes.ts'

export const followUpRoutes = routes(surveyFollowUp, {
  listChanges: ({ db, caller, query, page }) => listChanges(db, caller, query, page),
  publishChanges: changing(lockSurvey, publishChanges),
  remind: async ({ write, caller, params, services: { jobs, mail } }) => {
    const reminder = await write(async (tx) => {
      const survey = await lockSurvey(tx, caller, params.id)
      const noted = await noteReminder(tx, caller, survey, mail !== undefined)
      const mails = noted.students.map((user_id) => ({ survey_id: survey.id, user_id }))
      await jobs.add(tx, reminderMail, mails)
      return noted.reminder
    })
    jobs.hurry()
    return { data: reminder }
  },
})
