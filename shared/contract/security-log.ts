import * as z from 'zod/mini'
import { list } from '../endpoint.ts'
import { idFilters, optionalDate, optionalWord } from '../fields.ts'

/** The events of the security log, as people read them. */
export const SECURITY_KINDS = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'locked-out': 'Locked out',
  refused: 'Refused',
  'sign-out': 'Signed out',
  'login-ended': 'Signed out elsewhere',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'password-forgotten': 'Password forgotten',
  'email-given': 'Own address given',
  'email-confirmed': 'Own address confirmed',
  'code-asked': 'Code asked',
  'second-factor-on': 'Two-step sign-in on',
  'second-factor-off': 'Two-step sign-in off',
  'second-factor-reset': 'Two-step sign-in reset',
  'recovery-codes': 'Recovery codes made',
  'credentials-issued': 'Passwords issued',
  'calendar-made': 'Calendar address made',
  'calendar-revoked': 'Calendar address revoked',
  'notices-on': 'Notices on a device begun',
  'notices-off': 'Notices on a device ended',
  export: 'Exported',
} as const
export type SecurityKind = keyof typeof SECURITY_KINDS

const kinds = Object.keys(SECURITY_KINDS) as [SecurityKind, ...SecurityKind[]]

/** The longest part of an address that is kept. */
export const ADDRESS_MAX = 60

export const SecurityRow = z.object({
  id: z.int(),
  at: z.string(),
  /** The person, or the owner of the account that was tried; null when unknown. */
  user: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The email at that time; null when the typed text is no address of the college, for it could be a password. */
  email: z.nullable(z.string()),
  kind: z.enum(kinds),
  /** Null for a row that counts many addresses. */
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** The number of equal events in that minute, and the time of the last. */
  times: z.int(),
  last_at: z.string(),
})
export type SecurityRow = z.infer<typeof SecurityRow>

export const securityLog = {
  list: list('/security-log', {
    summary: 'Sign-ins, failures, refusals and exports, newest first; `day` is the college’s',
    action: 'security-log:read',
    query: {
      ...idFilters('user_id'),
      kind: z.optional(z.enum(kinds, `kind must be one of: ${kinds.join(', ')}`)),
      day: optionalDate('day'),
      address: optionalWord('address', ADDRESS_MAX),
    },
    row: SecurityRow,
    failure: 'Failed to fetch the security log',
  }),
}
