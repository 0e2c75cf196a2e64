import type { LogEntry } from '../contract/log-entries.ts'
import { UNSIGN_HOURS } from '../limits.ts'
import type { Policy } from './policy.ts'

type LogStatus = LogEntry['status']

/** The state of a signature: it can be taken back by its signer for a day. */
export type SignatureState = 'none' | 'own' | 'others' | 'settled'

const SIGNED = 'This entry is signed. Log a new one that corrects it.'
const WITHDRAWN = 'This entry was withdrawn.'

/** The student's actions on an own entry by its status. */
export const studentMay = {
  change: { logged: true, returned: true, signed: SIGNED, withdrawn: WITHDRAWN },
  withdraw: {
    logged: true,
    returned: true,
    signed: 'This entry is signed, so it can’t be withdrawn any more.',
    withdrawn: WITHDRAWN,
  },
  showCode: { logged: true, returned: 'Correct this entry before it is signed.', signed: SIGNED, withdrawn: WITHDRAWN },
  correct: {
    logged: 'This entry is not signed yet. Change it instead.',
    returned: 'This entry is not signed yet. Change it instead.',
    signed: true,
    withdrawn: WITHDRAWN,
  },
} satisfies Record<string, Policy<LogStatus>>

/** The supervisor's actions on an entry by its status. */
export const supervisorMay = {
  sign: {
    logged: true,
    returned: 'This entry was returned to its student and has not come back yet.',
    signed: 'This entry is signed already.',
    withdrawn: 'The student has withdrawn this entry.',
  },
  giveBack: {
    logged: true,
    returned: 'This entry has been returned already.',
    signed: 'This entry is signed. Take the signature back first.',
    withdrawn: 'The student has withdrawn this entry.',
  },
} satisfies Record<string, Policy<LogStatus>>

export const signerMay = {
  unsign: {
    none: 'This entry is not signed.',
    own: true,
    others: 'Only the person who has signed may take the signature back.',
    settled: `A signature can be taken back within ${UNSIGN_HOURS} hours.`,
  },
} satisfies Record<string, Policy<SignatureState>>

/** Returns the state of the signature for this user. */
export function signatureStateOf(
  { status, signed_by, signed_at }: Pick<LogEntry, 'status' | 'signed_by' | 'signed_at'>,
  userId: number,
  now = Date.now(),
): SignatureState {
  if (status !== 'signed' || signed_at === null) return 'none'
  if (signed_by?.id !== userId) return 'others'
  return now - Date.parse(signed_at) > UNSIGN_HOURS * 3_600_000 ? 'settled' : 'own'
}

/** Returns true when an entry waits for its student to correct it. */
export const isReturnedEntry = ({ status }: Pick<LogEntry, 'status'>): boolean => status === 'returned'
