import { ASSESSMENT_STATUSES } from '../labels.ts'
import { allows, type Policy } from './policy.ts'

type State = (typeof ASSESSMENT_STATUSES)[number]

const NOT_HELD = 'This assessment is not given.'
const NOT_EVALUATED = 'This assessment has not been evaluated yet.'

/** The parts of an assessment that a student sees, by its state; in other states none. */
export const studentSees = {
  /** Says in which states students see an assessment of their groups. */
  assessment: {
    pending: 'This assessment has not been announced yet.',
    active: true,
    evaluated: true,
    approved: true,
    rejected: NOT_HELD,
    inactive: NOT_HELD,
  },
  /** The student's result. */
  result: {
    pending: NOT_EVALUATED,
    active: NOT_EVALUATED,
    evaluated: true,
    approved: true,
    rejected: NOT_HELD,
    inactive: NOT_HELD,
  },
} satisfies Record<string, Policy<State>>

/** Says for each state if the assessment keeps it when a single result is given, changed or deleted. */
export const staysAsMarked: Policy<State> = {
  pending: true,
  active: true,
  evaluated: true,
  approved: 'This assessment is approved. It is approved anew once a result has changed.',
  rejected: true,
  inactive: true,
}

/** Returns the states that a policy of assessments allows. */
export const statesThat = (policy: Policy<State>): State[] =>
  ASSESSMENT_STATUSES.filter((state) => allows(policy, state))
