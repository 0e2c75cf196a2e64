import type { LEAVE_STATUSES } from '../labels.ts'
import type { Policy } from './policy.ts'

type State = (typeof LEAVE_STATUSES)[number]

const WITHDRAWN = 'This leave request has been withdrawn.'
const DECIDED = 'This leave request has already been decided.'

/** The actions that a department's answer to a leave request allows. */
export const leaveMay = {
  /** The head of the department, also after a first decision. */
  decide: { pending: true, granted: true, refused: true, withdrawn: WITHDRAWN },
  /** The student may withdraw. */
  withdraw: { pending: true, granted: DECIDED, refused: DECIDED, withdrawn: WITHDRAWN },
} satisfies Record<string, Policy<State>>
