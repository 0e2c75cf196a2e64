import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { areAsMany, compareReading, withBoth } from './growth.ts'
import { type Result, told } from './report.ts'
import { loadReportings, type Person, SMALL_CASES } from './reportings-college.ts'

const assigned = '/api/reportings?list=assigned&sort=turn&order=asc&per_page=25'
const reported = '/api/reportings?list=reported&sort=reported_at&order=desc&per_page=25'
const other = '/api/reportings?list=other&sort=reported_at&order=desc&per_page=25'
const waiting = '/api/reportings/waiting'

/** The browser's calls when the dashboard of cases is opened. */
const CALLS: Record<Person, string[]> = {
  principal: [assigned, reported, other, waiting],
  faculty: [assigned, reported, other, waiting],
  student: [reported, other, waiting],
}

/** The dashboard of incident cases in a college with very many of them, against one with a thousand. */
export const benchReportings = (college: College, plan: Plan): Promise<Result[]> =>
  withBoth(college, 'reportings', loadReportings, { big: plan.cases, small: SMALL_CASES }, async (pair) => {
    const { big, small } = pair
    const results = [told('reportings: minutes to load them', big.minutes, `${big.cases} cases`)]
    for (const [person, paths] of Object.entries(CALLS) as [Person, string[]][]) {
      const what = `cases as the ${person} sees them: p99 with ${big.cases}, of that with ${small.cases}`
      const asks = ({ port, tokens }: typeof big) => paths.map((path) => ({ port, token: tokens[person], path }))
      results.push(await compareReading(what, pair, asks, plan, areAsManyOrSame))
    }
    return results
  })

/** Lists have as many rows; the counts of those that wait are the same. */
const areAsManyOrSame = (big: string, small: string) =>
  areAsMany(big, small) && (big === small || Array.isArray(JSON.parse(big).data))
