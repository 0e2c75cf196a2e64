import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { type EligibilityCollege, loadEligibility } from './eligibility-college.ts'
import { compareReading, withBoth } from './growth.ts'
import { type Result, told } from './report.ts'

const READS: Record<string, (of: EligibilityCollege) => string> = {
  'eligibility of a batch': ({ batchId }) => `/api/eligibility?batch_id=${batchId}`,
  'eligibility of a batch in a department': ({ batchId, departmentId }) =>
    `/api/eligibility?batch_id=${batchId}&department_id=${departmentId}`,
  'eligibility of a student': ({ studentId }) => `/api/eligibility/students/${studentId}`,
}

/** Callers at once: a batch is judged by few people, and 32 of them would measure the waiting for a processor. */
const CALLERS = 4

/** Asks who is eligible in a batch of 150 over eight departments, in a large college and in one that has no other. */
export const benchEligibility = (college: College, plan: Plan): Promise<Result[]> =>
  withBoth(college, 'eligibility', loadEligibility, plan.eligibility, async (pair) => {
    const { big } = pair
    const rows = `${big.marks} marks, ${big.results} results, ${big.entries} performances`
    const results = [told('eligibility: minutes to load it', big.minutes, rows)]
    for (const [name, path] of Object.entries(READS))
      results.push(
        await compareReading(
          `${name}: p99 in the large college, of that in the small one`,
          pair,
          (one) => [{ ...one, path: path(one) }],
          { ...plan, callers: Math.min(CALLERS, plan.callers) },
        ),
      )
    return results
  })
