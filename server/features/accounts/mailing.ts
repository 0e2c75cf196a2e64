import { mailKind } from '../../core/jobs/kinds.ts'
import { findTold } from './reads.ts'

/** Whoever had chosen a password is told that it does not hold any more, and by whom. */
export const replacedMail = mailKind<{ user_id: number; by: number }>({
  kind: 'mail-password',
  priority: 5,
  write: async ({ db, settings }, { user_id, by }) => {
    const told = await findTold(db, user_id, by)
    return (
      told && {
        to: told.to,
        subject: `${settings.COLLEGE_NAME}: your password was replaced`,
        text: `${told.doer} has issued a new initial password for your account of Clinical eLog, and your logins have ended. If you did not ask for it, tell an administrator.`,
      }
    )
  },
})
