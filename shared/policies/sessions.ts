import type { SESSION_STATUSES } from '../labels.ts'
import type { Policy } from './policy.ts'

type State = (typeof SESSION_STATUSES)[number]

const TAKEN = 'Attendance has already been taken for this session.'
const CANCELLED = 'This session is cancelled.'

/** The actions that the state of an attendance session allows. */
export const sessionMay = {
  /** To take its register, which completes it. */
  take: { pending: true, completed: TAKEN, cancelled: CANCELLED },
  /** To change entries of its register. */
  revise: { pending: 'Attendance has not been taken for this session yet.', completed: true, cancelled: CANCELLED },
  /** To change its department, batch or group, where its entries were given. */
  move: {
    pending: true,
    completed: `${TAKEN} Its department, batch and group can no longer change.`,
    cancelled: true,
  },
  /** To keep its people at its hours, so that they are at no other session. */
  hold: { pending: true, completed: true, cancelled: CANCELLED },
  /** To give it another state by hand. */
  restate: { pending: true, completed: TAKEN, cancelled: true },
} satisfies Record<string, Policy<State>>

/** The states that a person may give to a session, by its present one; a new session has none. Taking completes it. */
export const SESSION_NEXT = {
  new: ['pending'],
  pending: ['pending', 'cancelled'],
  completed: ['completed'],
  cancelled: ['pending', 'cancelled'],
} satisfies Record<State | 'new', readonly State[]>
