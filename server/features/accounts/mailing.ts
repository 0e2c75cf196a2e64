import { mailKind } from '../../core/jobs/kinds.ts'
import { findReceiver } from './reads.ts'

/** Whoever had chosen a password is told that it does not hold any more, and by whom. */
export const replacedMail = mailKind<{ user_id: number; by: number }>({
  kind: 'mail-password',
  priority: 5,
  write: async ({ db, settings }, { user_id, by }) => {
    const [receiver, issuer] = await Promise.all([findReceiver(db, user_id), findReceiver(db, by)])
    if (!receiver) return undefined
    return {
      to: receiver.email,
      subject: `${settings.COLLEGE_NAME}: your password was replaced`,
      text: `${issuer?.name ?? 'Somebody who has left'} has issued a new initial password for your account of Clinical eLog, and your logins have ended. If you did not ask for it, tell an administrator.`,
    }
  },
})
