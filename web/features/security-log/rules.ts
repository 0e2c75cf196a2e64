import type { SecurityKind, SecurityRow } from '../../../shared/contract/security-log.ts'
import type { Status } from '../../ui/StatusBadge.tsx'

/** The badge of each kind: what went well, what did not, what an administrator should look at. */
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
  'code-asked': 'waiting',
  'second-factor-on': 'completed',
  'second-factor-off': 'waiting',
  'second-factor-reset': 'waiting',
  'recovery-codes': 'waiting',
  'credentials-issued': 'waiting',
  'calendar-made': 'waiting',
  'calendar-revoked': 'cancelled',
  export: 'waiting',
}

/** Who it was, or what is known instead. */
export const unknownPerson = ({ kind, email }: SecurityRow) =>
  email ?? (kind === 'refused' ? 'Not signed in' : 'Unknown email')
