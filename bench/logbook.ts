import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { areAsMany, compareReading, withBoth } from './growth.ts'
import { type LogbookCollege, loadLogbook } from './logbook-college.ts'
import { benchLogging, benchSigning } from './logging.ts'
import { type Result, told } from './report.ts'

const READS: Record<string, (of: LogbookCollege) => string> = {
  'logbook of a student': ({ studentId }) => `/api/logbook/student/${studentId}`,
  'logbook of a group': ({ groupId }) => `/api/logbook/group/${groupId}`,
  'entries of a group': ({ groupId }) => `/api/log-entries?group_id=${groupId}&per_page=50`,
  'entries of a department': ({ departmentId }) => `/api/log-entries?department_id=${departmentId}&per_page=50`,
}

/** Reads the logbook in a college with a hundred times as many entries, and logs and signs there. */
export const benchLogbook = (college: College, plan: Plan): Promise<Result[]> =>
  withBoth(college, 'logbook', loadLogbook, plan.logbook, async (pair) => {
    const { big, small } = pair
    const results = [told('logbook: minutes to load it', big.minutes, `${big.entries} entries`)]
    for (const [name, path] of Object.entries(READS)) {
      const what = `${name}: p99 with ${big.entries} entries, of that with ${small.entries}`
      results.push(await compareReading(what, pair, (one) => [{ ...one, path: path(one) }], plan, areAsMany))
    }
    // The embedded server takes few connections: what is no longer asked gives its own back.
    await small.stop()
    results.push(...(await benchLogging(big, plan)))
    for (const at of [1, 12]) results.push(...(await benchSigning(big, at, plan)))
    return results
  })
