import type { SecurityKind, SecurityRow } from '../../../shared/contract/security-log.ts'
import type { Status } from '../../ui/StatusBadge.tsx'

/** The badge of each kind: success, failure, or an event that an administrator should look at. */
export const BADGES: Record<SecurityKind, Status> = {
  'sign-in': 'completed',
  'sign-in-failed': 'error',
  'locked-out': 'error',
  refused: 'error',
  'sign-out': 'cancelled',
  'login-ended': 'cancelled',
  'password-changed': 'waiting',
  'password-reset': 'waiting',
  'password-forgotten': 'waiting',
  'email-given': 'waiting',
  'email-confirmed': 'waiting',
  'code-asked': 'waiting',
  'second-factor-on': 'completed',
  'second-factor-off': 'waiting',
  'second-factor-reset': 'waiting',
  'recovery-codes': 'waiting',
  'credentials-issued': 'waiting',
  'calendar-made': 'waiting',
  'calendar-revoked': 'cancelled',
  'notices-on': 'waiting',
  'notices-off': 'cancelled',
  export: 'waiting',
}

/** Stands for a person who is not known: the email, or a phrase. */
export const unknownPerson = ({ kind, email }: SecurityRow) =>
  email ?? (kind === 'refused' ? 'Not signed in' : 'Unknown email')
