import { mailKind } from '../../jobs/kinds.ts'
import { findTold, readNewEmail } from './reads.ts'

/** Tells the owner of an account that the password they had chosen does not hold any more, and by whom. */
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

const changedTo = (present: string | null) =>
  present === null
    ? 'taken the email of your account of Clinical eLog away: you sign in with your roll number or staff number now.'
    : `changed the email of your account of Clinical eLog to ${present}: you sign in with that one now.`

/** Tells the former address that the account has another one now: its owner may not have wanted it. */
export const newEmailMail = mailKind<{ user_id: number; audit_id: string }>({
  kind: 'mail-email',
  priority: 5,
  write: async ({ db, settings }, { audit_id }) => {
    const told = await readNewEmail(db, audit_id)
    return (
      told && {
        to: told.former,
        subject: `${settings.COLLEGE_NAME}: the email of your account was changed`,
        text: `${told.doer} has ${changedTo(told.present)} If you did not ask for it, tell an administrator.`,
      }
    )
  },
})
