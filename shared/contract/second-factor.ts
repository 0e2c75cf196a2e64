import * as z from 'zod/mini'
import { credential, get, Message, one, post, remove } from '../endpoint.ts'
import { CODE_MAX } from '../limits.ts'
import { currentPassword } from './auth.ts'

const SecondFactor = z.object({
  is_on: z.boolean(),
  since: z.nullable(z.string()),
  recovery_codes_left: z.int(),
  /** A role of the person's needs a second factor, so it can't be switched off. */
  is_required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The secret of an authenticator app. It is told once, and takes effect when a code made of it is given. */
const SecondFactorSecret = z.object({ secret: credential, uri: credential })
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>

/** Told once; only their hashes are stored. */
const RecoveryCodes = z.object({ recovery_codes: z.array(credential) })

const code = z
  .string('Code is required')
  .check(z.trim(), z.minLength(1, 'Code is required'), z.maxLength(CODE_MAX, 'The code is not correct.'))

/** The password and a code together prove the person. */
export const ProofInput = z.object({ current_password: currentPassword, code })

export const secondFactor = {
  read: get('/auth/second-factor', {
    summary: 'How the own second factor stands',
    action: 'account:own',
    beforeSecondFactor: true,
    reply: one(SecondFactor),
    failure: 'Failed to fetch the two-step sign-in',
  }),
  begin: post('/auth/second-factor', {
    goesOn: 'sign-in',
    summary: 'Begin a second factor: a secret for an authenticator app, which holds once it is confirmed',
    action: 'account:own',
    beforeSecondFactor: true,
    reply: one(SecondFactorSecret),
    failure: 'Failed to begin the two-step sign-in',
  }),
  confirm: post('/auth/second-factor/confirm', {
    goesOn: 'sign-in',
    summary: 'Switch the second factor on with a code of the app; every other login of the person ends',
    action: 'account:own',
    beforeSecondFactor: true,
    body: ProofInput,
    reply: one(RecoveryCodes),
    failure: 'Failed to switch the two-step sign-in on',
  }),
  renewCodes: post('/auth/second-factor/recovery-codes', {
    goesOn: 'sign-in',
    summary: 'New recovery codes in the place of the former ones',
    action: 'account:own',
    body: ProofInput,
    reply: one(RecoveryCodes),
    failure: 'Failed to make new recovery codes',
  }),
  turnOff: post('/auth/second-factor/off', {
    goesOn: 'sign-in',
    summary: 'Switch the own second factor off',
    action: 'account:own',
    body: ProofInput,
    reply: Message,
    failure: 'Failed to switch the two-step sign-in off',
  }),
  noted: post('/auth/second-factor/noted', {
    goesOn: 'sign-in',
    summary: 'The person has read that somebody else has switched the second factor off',
    action: 'account:own',
    reply: Message,
    failure: 'Failed to note it',
  }),
  reset: remove('/users/:id/second-factor', {
    summary: 'Switch the second factor of somebody who has lost it off; their logins end',
    action: 'second-factor:reset',
    failure: 'Failed to switch the two-step sign-in off',
  }),
}
