import { join } from 'node:path'
import { requestText } from './asking.ts'
import type { College } from './college.ts'
import { compete, overHttp, type Plan } from './contest.ts'
import { type RunningServer, startProduct } from './processes.ts'
import { atMost, type Result, told } from './report.ts'
import { loadReportings, type Person, type ReportingsCollege, SMALL_CASES } from './reportings-college.ts'

type OpenedCollege = ReportingsCollege & RunningServer

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
export async function benchReportings(college: College, plan: Plan): Promise<Result[]> {
  const small = await openReportings(college, 'reportings_small', SMALL_CASES)
  const big = await openReportings(college, 'reportings_big', plan.cases)
  try {
    const results = [told('reportings: minutes to load them', big.minutes, `${big.cases} cases`)]
    for (const [person, paths] of Object.entries(CALLS) as [Person, string[]][]) {
      for (const path of paths) await sameRows(person, path, big, small)
      const opens = ({ port, tokens }: OpenedCollege) =>
        overHttp(port, () => paths.map((path) => requestText('GET', path, tokens[person])))
      const { of, ratio } = await compete({ big: opens(big), small: opens(small) }, plan)
      results.push(
        atMost(
          1.5,
          `cases as the ${person} sees them: p99 with ${big.cases}, of that with ${small.cases}`,
          ratio('p99', 'big', 'small'),
          `${of('big').p99.toFixed(1)} to ${of('small').p99.toFixed(1)} ms`,
        ),
      )
    }
    return results
  } finally {
    await small.stop()
    await big.stop()
  }
}

async function openReportings(college: College, name: string, cases: number): Promise<OpenedCollege> {
  const loaded = await loadReportings(college, name, cases)
  return { ...loaded, ...(await startProduct({ DATABASE_URL: loaded.url, DATA_DIR: join(college.directory, name) })) }
}

/** An answer of fewer rows in one of the two would be given faster. */
async function sameRows(person: Person, path: string, big: OpenedCollege, small: OpenedCollege): Promise<void> {
  const rowsOf = async ({ port, tokens }: OpenedCollege): Promise<string> => {
    const headers = { authorization: `Bearer ${tokens[person]}` }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    const { data } = (await answer.json()) as { data?: object[] | object }
    return JSON.stringify(Array.isArray(data) ? data.length : data)
  }
  const rows = [await rowsOf(big), await rowsOf(small)]
  if (rows[0] === '0' || rows[0] !== rows[1])
    throw new Error(`${person}, ${path}: answers of ${rows.join(' and ')} rows`)
}
