import { TAKE_EMAIL_PATH } from '../../../shared/contract/auth.ts'
import { JobFailure } from '../../core/reasons.ts'
import { mailKind } from '../../jobs/kinds.ts'
import { renewEmailLink } from '../accounts/own-email.writes.ts'
import { renewReset } from '../accounts/passwords.writes.ts'
import { findTold } from '../accounts/reads.ts'

/**
 * Mails a link for a forgotten password, within the hour for which it works. The link is made when it is sent, so that
 * what waits for the mail server opens nothing.
 */
export const resetMail = mailKind<{ user_id: number; until: string }>({
  kind: 'mail-reset',
  // Somebody waits for it.
  priority: 10,
  retries: { times: 7, first: 30, most: 15 * 60 },
  write: async ({ db, settings, publicUrl }, { user_id, until }) => {
    const minutes = Math.ceil((Date.parse(until) - Date.now()) / 60_000)
    if (minutes <= 0) throw new JobFailure('The hour for which the link works was over.')
    const link = await db.transaction().execute((tx) => renewReset(tx, user_id, until))
    if (!link) return undefined
    return {
      to: link.email,
      subject: `${settings.COLLEGE_NAME}: choose a new password`,
      text: `Open this link within ${minutes} minutes to choose a new password for Clinical eLog:\n\n${publicUrl}/reset-password?token=${link.token}\n\nIf you did not ask for it, you need do nothing.`,
    }
  },
})

/** Tells a person that an administrator has switched off the second factor, and which one. */
export const factorResetMail = mailKind<{ user_id: number; by: number }>({
  kind: 'mail-two-step',
  priority: 5,
  write: async ({ db, settings }, { user_id, by }) => {
    const told = await findTold(db, user_id, by)
    return (
      told && {
        to: told.to,
        subject: `${settings.COLLEGE_NAME}: your two-step sign-in was switched off`,
        text: `${told.doer} has switched off the two-step sign-in of your account of Clinical eLog, and your logins have ended. Set it up again after you have signed in. If you did not ask for it, tell an administrator.`,
      }
    )
  },
})

/**
 * Mails a link to the address that a person wants for the own account. As the link of a forgotten password, it is made
 * when it is sent.
 */
export const addressMail = mailKind<{ user_id: number; until: string }>({
  kind: 'mail-address',
  // Somebody waits for it.
  priority: 10,
  retries: { times: 7, first: 30, most: 15 * 60 },
  write: async ({ db, settings, publicUrl }, { user_id, until }) => {
    const minutes = Math.ceil((Date.parse(until) - Date.now()) / 60_000)
    if (minutes <= 0) throw new JobFailure('The hour for which the link works was over.')
    const link = await db.transaction().execute((tx) => renewEmailLink(tx, user_id, until))
    return (
      link && {
        to: link.email,
        subject: `${settings.COLLEGE_NAME}: your address for Clinical eLog`,
        text: `Somebody has given this address for an account of Clinical eLog. If it was you, open this link within ${minutes} minutes and press the button there:\n\n${publicUrl}${TAKE_EMAIL_PATH}?token=${link.token}\n\nIf it was not you, you need do nothing.`,
      }
    )
  },
})
