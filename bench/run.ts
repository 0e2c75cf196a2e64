// `npm run bench`: what the product costs, each figure against a limit measured in the same run. Names of parts run
// only those (`npm run bench -- lists start`); `--quick` takes less time and is less sure. `--smoke` only shows that
// every part still works: `npm run test:long` runs it, and its figures say nothing. `--full` gives `logbook` and
// `eligibility` twenty million entries.
import { join } from 'node:path'
import { benchAdministration } from './administration.ts'
import { benchAttendance } from './attendance.ts'
import { BATCH, SMALL_REST } from './attendance-college.ts'
import { openCollege } from './college.ts'
import { benchColleges } from './colleges.ts'
import { CONNECTIONS, type Plan } from './contest.ts'
import { benchLoad } from './day/load.ts'
import { benchDocuments } from './documents.ts'
import { benchEligibility } from './eligibility.ts'
import { benchFeedback } from './feedback.ts'
import { benchGrading } from './grading.ts'
import { benchImports } from './imports.ts'
import { benchLibrary } from './library.ts'
import { benchLists } from './lists.ts'
import { benchLogbook } from './logbook.ts'
import { BATCH as JUDGED } from './logbook-college.ts'
import { benchPacks } from './packs.ts'
import { startProduct } from './processes.ts'
import { benchQuiet } from './quiet.ts'
import { type Result, tableOf, writeResults } from './report.ts'
import { benchReportings } from './reportings.ts'
import { SMALL_CASES } from './reportings-college.ts'
import { benchResults } from './results.ts'
import { SMALL_CLASSES } from './results-college.ts'
import { benchScreens } from './screens.ts'
import { benchStart } from './start.ts'
import { benchWaits } from './waits.ts'
import { benchWeight, ensureBuilt } from './weight.ts'

const PARTS = [
  'lists',
  'grading',
  'weight',
  'quiet',
  'administration',
  'attendance',
  'results',
  'logbook',
  'eligibility',
  'reportings',
  'feedback',
  'documents',
  'packs',
  'imports',
  'library',
  'screens',
  'waits',
  'start',
  'load',
  'colleges',
]
const options = process.argv.slice(2)
const chosen = options.filter((option) => PARTS.includes(option))
const runs = (part: string) => chosen.length === 0 || chosen.includes(part)
const MB = 1024 * 1024
/** A cheap phone on the edge of a mobile network. */
const SLOW = { processor: 4, latency: 400, kbits: 400 }
const plans = {
  // Ten million marks, of ten years.
  whole: {
    rounds: 9,
    sliceMs: 1500,
    callers: CONNECTIONS,
    students: 1000,
    batches: 50,
    entries: { batches: 20, students: BATCH, haveLeft: true },
    // Five million results.
    classes: 209,
    logbook: { big: { students: 10_000, each: 20 }, small: { students: 100, each: 20 } },
    // Ten million marks, five million results, two million performances.
    eligibility: {
      big: { students: 10_000, each: 200, sessions: 125, assessments: 75 },
      small: { students: JUDGED, each: 200, sessions: 0, assessments: 0 },
    },
    cases: 100_000,
    // A million answers beside those of the survey that is looked at.
    responses: { measured: 10_000, others: 50_000 },
    documents: 100,
    packed: 500,
    importRows: 5000,
    fileBytes: 50 * MB,
    quietMs: 15_000,
    load: {
      students: 1000,
      seconds: 600,
      pace: 1,
      search: { students: 6000, from: 2000, halvings: 3, ramp: 14, window: 32, pace: 0.3 },
    },
    screens: { every: true, rounds: 9, slowedRounds: 5, slowing: SLOW, countingLatency: 400 },
    colleges: { count: 100, students: 600, seconds: 20, idleMinutes: 1 },
  },
  quick: {
    rounds: 3,
    sliceMs: 500,
    callers: CONNECTIONS,
    students: 1000,
    batches: 50,
    entries: { batches: 2, students: BATCH, haveLeft: true },
    classes: 21,
    logbook: { big: { students: 10_000, each: 20 }, small: { students: 100, each: 20 } },
    eligibility: {
      big: { students: 2000, each: 100, sessions: 60, assessments: 30 },
      small: { students: JUDGED, each: 100, sessions: 0, assessments: 0 },
    },
    cases: 100_000,
    responses: { measured: 10_000, others: 50_000 },
    documents: 100,
    packed: 200,
    importRows: 5000,
    fileBytes: 50 * MB,
    quietMs: 15_000,
    // A tenth of the people in a tenth of the time: as many a second.
    load: {
      students: 100,
      seconds: 60,
      pace: 1,
      search: { students: 6000, from: 4000, halvings: 1, ramp: 10, window: 15, pace: 0.2 },
    },
    screens: { every: false, rounds: 3, slowedRounds: 2, slowing: SLOW, countingLatency: 400 },
    colleges: { count: 20, students: 600, seconds: 8, idleMinutes: 1 },
  },
  smoke: {
    rounds: 1,
    sliceMs: 50,
    callers: 2,
    students: 120,
    batches: 6,
    entries: SMALL_REST,
    classes: SMALL_CLASSES,
    logbook: { big: { students: 100, each: 20 }, small: { students: 50, each: 20 } },
    eligibility: {
      big: { students: 200, each: 16, sessions: 5, assessments: 6 },
      small: { students: JUDGED, each: 16, sessions: 0, assessments: 0 },
    },
    cases: SMALL_CASES,
    responses: { measured: 100, others: 500 },
    documents: 4,
    packed: 5,
    importRows: 50,
    fileBytes: MB,
    quietMs: 50,
    load: { students: 20, seconds: 1, pace: 0.03, isShort: true },
    screens: {
      screens: 2,
      every: true,
      rounds: 1,
      slowedRounds: 1,
      slowing: { processor: 1, latency: 20 },
      countingLatency: 20,
    },
    colleges: { count: 2, students: 20, seconds: 1, idleMinutes: 1 },
  },
} satisfies Record<string, Plan>
const isSmoke = options.includes('--smoke')
const sized: Plan = isSmoke ? plans.smoke : options.includes('--quick') ? plans.quick : plans.whole
/** Two thousand entries of each student. */
const FULL = { big: { students: 10_000, each: 2000 }, small: { students: 100, each: 2000 } }
const { big: judgedBig, small: judgedSmall } = sized.eligibility
const FULLY_JUDGED = { big: { ...judgedBig, each: 2000 }, small: { ...judgedSmall, each: 2000 } }
const plan = options.includes('--full') ? { ...sized, logbook: FULL, eligibility: FULLY_JUDGED } : sized

const say = (line: string) => process.stdout.write(`${line}\n`)

async function bench(): Promise<Result[]> {
  ensureBuilt()
  say('Making a college …')
  const college = await openCollege(plan.students)
  try {
    const environment = { DATABASE_URL: college.url, DATA_DIR: join(college.directory, 'product') }
    const product = await startProduct(environment)
    const results: Result[] = []
    const add = async (part: string, measure: () => Promise<Result[]>) => {
      if (!runs(part)) return
      say(`Measuring ${part} …`)
      results.push(...(await measure()))
    }
    try {
      await add('lists', () => benchLists(college, product, plan))
      await add('grading', () => benchGrading(college, product, plan))
      await add('weight', () => benchWeight(product))
      await add('quiet', () => benchQuiet(college, product, plan))
    } finally {
      await product.stop()
    }
    await add('administration', () => benchAdministration(college, plan))
    await add('attendance', () => benchAttendance(college, plan))
    await add('results', () => benchResults(college, plan))
    await add('logbook', () => benchLogbook(college, plan))
    await add('eligibility', () => benchEligibility(college, plan))
    await add('reportings', () => benchReportings(college, plan))
    await add('feedback', () => benchFeedback(college, plan))
    await add('documents', () => benchDocuments(college, plan))
    await add('packs', () => benchPacks(college, plan))
    await add('imports', () => benchImports(college, plan))
    await add('library', () => benchLibrary(college, plan))
    await add('screens', () => benchScreens(college, plan))
    await add('waits', () => benchWaits(college, plan))
    await add('start', () => benchStart(college, plan))
    await add('load', () => benchLoad(college, plan))
    await add('colleges', () => benchColleges(plan))
    return results
  } finally {
    await college.close()
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const results = await bench()
say(isSmoke ? `All parts work: ${results.length} figures` : `\n${tableOf(results)}\n\nAlso in ${writeResults(results)}`)
