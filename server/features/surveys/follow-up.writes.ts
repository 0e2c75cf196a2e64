import type { SurveyReminder } from '../../../shared/contract/feedback/follow-up.ts'
import { reminderStateOf, takesReminder } from '../../../shared/policies/feedback.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, refuseUnless } from '../../core/errors.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { listReminded } from './follow-up.reads.ts'
import type { SurveyRecord } from './reads.ts'

/**
 * Takes down that students are reminded of a survey, which its form does not take for a change. The trail tells how many
 * they are, and not who.
 * @returns whose accounts the mails go to
 */
export async function noteReminder(
  tx: Tx,
  caller: Caller,
  survey: SurveyRecord,
  hasMail: boolean,
): Promise<{ reminder: SurveyReminder; students: number[] }> {
  const now = new Date()
  refuseUnless(takesReminder, reminderStateOf(survey, { hasMail, now: now.getTime() }))
  const students = await listReminded(tx, survey)
  const mails = students.length
  if (mails === 0) throw conflict('There is nobody to remind: every student who is asked has answered.')
  await tx.updateTable('feedback_surveys').set({ reminded_at: now }).where('id', '=', survey.id).execute()
  await leaveTrail(tx, caller, [
    { action: 'remind', entity: 'feedback_survey', entityId: survey.id, changes: { mails: [null, mails] } },
  ])
  return { reminder: { id: survey.id, reminded_at: now.toISOString(), mails }, students }
}
