import { ASSESSMENT_STATUSES } from '../labels.ts'
import { allows, type Policy } from './policy.ts'

type State = (typeof ASSESSMENT_STATUSES)[number]

const NOT_HELD = 'This assessment is not given.'
const NOT_EVALUATED = 'This assessment has not been evaluated yet.'

/** What a student sees by the state of an assessment; of other states there is nothing for a student. */
export const studentSees = {
  /** An assessment of one of the own groups. */
  assessment: {
    pending: 'This assessment has not been announced yet.',
    active: true,
    evaluated: true,
    approved: true,
    rejected: NOT_HELD,
    inactive: NOT_HELD,
  },
  /** The own result. */
  result: {
    pending: NOT_EVALUATED,
    active: NOT_EVALUATED,
    evaluated: true,
    approved: true,
    rejected: NOT_HELD,
    inactive: NOT_HELD,
  },
} satisfies Record<string, Policy<State>>

/** Whether an assessment stays what it is when one of its results is given, changed or deleted by itself. */
export const staysAsMarked: Policy<State> = {
  pending: true,
  active: true,
  evaluated: true,
  approved: 'This assessment is approved. It is approved anew once a result has changed.',
  rejected: true,
  inactive: true,
}

/** The states that a policy of assessments allows. */
export const statesThat = (policy: Policy<State>): State[] =>
  ASSESSMENT_STATUSES.filter((state) => allows(policy, state))
