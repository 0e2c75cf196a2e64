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

/** Whose second factor an administrator has switched off is told so, and by whom. */
export const factorResetMail = mailKind<{ user_id: number; by: number }>({
  kind: 'mail-two-step',
  priority: 5,
  write: async ({ db, settings }, { user_id, by }) => {
    const [receiver, issuer] = await Promise.all([findReceiver(db, user_id), findReceiver(db, by)])
    if (!receiver) return undefined
    return {
      to: receiver.email,
      subject: `${settings.COLLEGE_NAME}: your two-step sign-in was switched off`,
      text: `${issuer?.name ?? 'Somebody who has left'} has switched off the two-step sign-in of your account of Clinical eLog, and your logins have ended. Set it up again after you have signed in. If you did not ask for it, tell an administrator.`,
    }
  },
})
