import { FIRST_STEPS, type FirstStep } from '../../../shared/contract/dashboard.ts'

/** The memory that a device has of a person's first steps. It outlives the login, since it tells of nobody. */
export interface KeptSteps {
  /** The steps that were done at the last answer; undefined before the first one. */
  done?: readonly FirstStep[]
  /** The steps that the person does not want to do now. */
  putOff: readonly FirstStep[]
  /** True once nothing was left. The server is not asked again. */
  isOver: boolean
}

const keyOf = (owner: number) => `first-steps/${owner}`

export function readSteps(owner: number): KeptSteps {
  try {
    return { putOff: [], isOver: false, ...JSON.parse(localStorage.getItem(keyOf(owner)) ?? '{}') }
  } catch {
    return { putOff: [], isOver: false }
  }
}

export function keepSteps(owner: number, steps: KeptSteps): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(steps))
  } catch {
    // Without room in the storage the server is asked again.
  }
}

/** Returns what is left to do, in the fixed order. */
export const leftOf = (done: readonly FirstStep[], putOff: readonly FirstStep[]): FirstStep[] =>
  FIRST_STEPS.filter((step) => !done.includes(step) && !putOff.includes(step))
