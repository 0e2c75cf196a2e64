import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import type { Caller } from '../../core/caller.ts'
import { found } from '../../core/errors.ts'
import { type Feature, routes } from '../../core/http/routes.ts'
import { type MailRounds, openRounds } from '../../core/mail-rounds.ts'
import type { Tx } from '../../db/types.ts'
import { reminderOf } from './follow-up.rules.ts'
import { noteReminder } from './follow-up.writes.ts'
import { listChanges, lockSurvey } from './surveys.reads.ts'
import { publishChanges } from './surveys.writes.ts'

const lockedSurvey = async (tx: Tx, caller: Caller, id: number) => found('Survey', await lockSurvey(tx, caller, id))

const routesWith = (rounds: MailRounds | undefined) =>
  routes(surveyFollowUp, {
    listChanges: ({ db, caller, query, page }) => listChanges(db, caller, query, page),
    publishChanges: async ({ write, caller, params, body }) => ({
      data: await write(async (tx) => publishChanges(tx, caller, await lockedSurvey(tx, caller, params.id), body)),
    }),
    remind: async ({ write, caller, params, services: { settings, mail } }) => {
      const { survey, reminder, addresses } = await write(async (tx) => {
        const survey = await lockedSurvey(tx, caller, params.id)
        return { survey, ...(await noteReminder(tx, caller, survey, rounds !== undefined)) }
      })
      const letter = reminderOf(survey, { college: settings.COLLEGE_NAME, publicUrl: mail?.publicUrl ?? '' })
      // Not waited for: the answer says how many they are.
      rounds?.send(addresses.map((to) => ({ to, ...letter })))
      return { data: reminder }
    },
  })

export const followUpRoutes: Feature = (app, services) => {
  const rounds = services.mail && openRounds(services.mail, app.log)
  app.addHook('onClose', async () => rounds?.stop())
  routesWith(rounds)(app, services)
}
