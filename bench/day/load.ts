import { spawnSync } from 'node:child_process'
import type { College } from '../college.ts'
import type { LoadPlan, Plan } from '../contest.ts'
import { driveDay } from '../processes.ts'
import { atLeast, atMost, perSecond, type Result, told } from '../report.ts'
import { machineBusy, type ProcessCost, spentOf } from '../spent.ts'
import { SIGN_IN, UPLOAD } from './calls.ts'
import { STAFF_OF_THOUSAND, undoDay } from './college.ts'
import type { CallTime, DayDone, DayJob } from './people.ts'
import { type Way, waysHere, withWay } from './ways.ts'

/** The time that 99 of 100 calls stay below, sign-ins and uploads aside. */
const MOST_MS = 500
const SAMPLE_MS = 5000
/** The arrivals of a day rise to the middle of its time and fall from there: at the peak as many come as in the mean twice. */
const PEAK = 2
/** The whole day that the search's windows are a piece of. */
const DAY_SECONDS = 600

/**
 * The morning of a college: all of its students and staff come within ten minutes, sign in, see their tasks, hand in a
 * megabyte, take attendance, answer a survey. Then how many of them one machine carries.
 */
export async function benchLoad(college: College, { load }: Plan): Promise<Result[]> {
  const results: Result[] = []
  for (const [name, open] of Object.entries(waysHere(load.isShort))) {
    results.push(...(await withWay(open, college.directory, load.students, (way) => driveWhole(name, way, load))))
    const { search } = load
    if (search)
      results.push(
        await withWay(open, college.directory, search.students, (way) => findLargest(name, way, load.students, search)),
      )
  }
  return results
}

const place = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
const timesOf = (calls: CallTime[], isMeant: (kind: string) => boolean) =>
  calls
    .filter(({ kind }) => isMeant(kind))
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
const isPlain = (kind: string) => kind !== SIGN_IN && kind !== UPLOAD
const errorsOf = ({ errors }: DayDone) => Object.values(errors).reduce((sum, count) => sum + count, 0)
const textOf = (errors: DayDone['errors']) =>
  Object.entries(errors)
    .map(([name, count]) => `${name} ${count}×`)
    .join(', ') || 'none'

/** The page's own token, as it stands in any page. */
async function csrfOf({ port }: Way): Promise<string> {
  const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text()
  return /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? ''
}

/** Writes earlier work to the disk: that is no work of the day. */
const settleDisk = () => void spawnSync('sync')

/** Drives the people who come, so many a second or all of them. */
async function drive(
  way: Way,
  arrivals: { students: number[]; teachers: number[] },
  rest: Pick<DayJob, 'pace' | 'counts'>,
) {
  const { students, teachers, questions } = way.college
  const come = {
    students: students.slice(0, arrivals.students.length),
    teachers: teachers.slice(0, arrivals.teachers.length),
  }
  if (come.students.length < arrivals.students.length || come.teachers.length < arrivals.teachers.length)
    throw new Error(`The college has not ${arrivals.students.length} students and ${arrivals.teachers.length} staff`)
  return driveDay({
    port: way.port,
    csrf: await csrfOf(way),
    ...come,
    questions,
    arrivals: [...arrivals.students, ...arrivals.teachers],
    ...rest,
  })
}

/** The moments of so many arrivals, rising to the middle and falling from there. */
const risingAndFalling = (count: number, ms: number) =>
  Array.from({ length: count }, (_, at) => {
    const share = (at + 0.5) / count
    return ms * (share < 0.5 ? Math.sqrt(share / 2) : 1 - Math.sqrt((1 - share) / 2))
  })

async function driveWhole(name: string, way: Way, { students, seconds, pace }: LoadPlan): Promise<Result[]> {
  settleDisk()
  const before = spentOf(way.roots)
  const busy = machineBusy()
  const most = structuredClone(before)
  const look = setInterval(() => keepMost(most, spentOf(way.roots)), SAMPLE_MS)
  const from = performance.now()
  const done = await drive(
    way,
    {
      students: risingAndFalling(students, seconds * 1000),
      teachers: risingAndFalling(way.college.teachers.length, seconds * 1000),
    },
    { pace, counts: { from: 0, until: Number.POSITIVE_INFINITY } },
  )
  const took = (performance.now() - from) / 1000
  clearInterval(look)
  const after = spentOf(way.roots)
  const others = othersSince(busy, before, after, done)
  keepMost(most, after)
  const { calls, errors, again, cpu } = done
  const plain = timesOf(calls, isPlain)
  const people = students + way.college.teachers.length
  const head = `a day of ${students}, ${name}`
  const detail = (times: number[]) =>
    `${times.length} calls, p50 ${place(times, 0.5).toFixed(1)}, most ${(times.at(-1) ?? 0).toFixed(0)} ms`
  const kinds = [...new Set(calls.map(({ kind }) => kind))]
  return [
    atMost(MOST_MS, `${head}: p99 of calls but sign-ins and uploads, ms`, place(plain, 0.99), detail(plain)),
    atMost(0, `${head}: refusals and lost answers`, errorsOf(done), `${textOf(errors)}; asked again ${again}×`),
    told(`${head}: calls a second`, calls.length / took, `${calls.length} in ${took.toFixed(0)} s`),
    ...kinds.map((kind) => {
      const times = timesOf(calls, (one) => one === kind)
      return told(`${head}: ${kind}: p99, ms`, place(times, 0.99), detail(times))
    }),
    ...Object.entries(after).map(([part, end]) => {
      const start = before[part] ?? { cpu: 0, memory: 0 }
      const memory = `memory ${start.memory.toFixed(0)} MB at the start, ${most[part]?.memory.toFixed(0)} at the most, ${end.memory.toFixed(0)} at the end`
      const each = `${((1000 * (end.cpu - start.cpu)) / people).toFixed(0)} ms a person`
      return told(`${head}: ${part}: seconds of the processor`, end.cpu - start.cpu, `${each}; ${memory}`)
    }),
    told(`${head}: driving it: seconds of the processor`, cpu, `${((100 * cpu) / took).toFixed(1)} % of one core`),
    told(
      `${head}: all else on the machine: seconds of the processor`,
      others,
      `${((100 * others) / took).toFixed(0)} % of one core`,
    ),
  ]
}

function keepMost(most: Record<string, ProcessCost>, now: Record<string, ProcessCost>): void {
  for (const [part, { cpu, memory }] of Object.entries(now))
    most[part] = { cpu, memory: Math.max(memory, most[part]?.memory ?? 0) }
}

/** Returns the machine's work for others: figures that were taken beside much of it say little. */
function othersSince(
  busy: number,
  before: Record<string, ProcessCost>,
  after: Record<string, ProcessCost>,
  { cpu }: DayDone,
): number {
  const ours = Object.entries(after).reduce((sum, [part, now]) => sum + now.cpu - (before[part]?.cpu ?? 0), cpu)
  return Math.max(0, machineBusy() - busy - ours)
}

type Search = NonNullable<LoadPlan['search']>

/** Twice as many until it is too much, then half of the step between, up and down. */
async function findLargest(name: string, way: Way, least: number, search: Search): Promise<Result> {
  const tries: string[] = []
  const carries = async (students: number) => {
    const { isCarried, text } = await tryOut(way, students, search)
    tries.push(text)
    process.stdout.write(`${name}: ${text}\n`)
    await undoDay(way.pool)
    return isCarried
  }
  let carried = 0
  let tooMany: number | undefined
  for (let students = search.from; tooMany === undefined; students *= 2)
    if (await carries(students)) carried = students
    else tooMany = students
  for (let halving = 0; halving < search.halvings; halving += 1) {
    const students = Math.round((carried + tooMany) / 2)
    if (await carries(students)) carried = students
    else tooMany = students
  }
  return atLeast(
    least,
    `${name}: students of the largest college whose calls have a p99 of ${MOST_MS} ms`,
    carried,
    tries.join('; '),
  )
}

/** The peak of a day of so many, held for a while. */
async function tryOut(way: Way, students: number, { ramp, window, pace }: Search) {
  const span = (ramp + window) * 1000
  const moments = (people: number) =>
    Array.from({ length: Math.round((PEAK * people * (ramp + window)) / DAY_SECONDS) }, () => Math.random() * span)
  settleDisk()
  const before = spentOf(way.roots)
  const busy = machineBusy()
  const from = performance.now()
  const done = await drive(
    way,
    { students: moments(students), teachers: moments((students * STAFF_OF_THOUSAND) / 1000) },
    { pace, counts: { from: ramp * 1000, until: span } },
  )
  const took = (performance.now() - from) / 1000
  const after = spentOf(way.roots)
  const p99 = (isMeant: (kind: string) => boolean) => place(timesOf(done.calls, isMeant), 0.99)
  const plain = p99(isPlain)
  const shares = Object.entries(after).map(
    ([part, { cpu }]) => `${part} ${((100 * (cpu - (before[part]?.cpu ?? 0))) / took).toFixed(0)} %`,
  )
  const others = othersSince(busy, before, after, done)
  const only = (one: string) => p99((kind) => kind === one).toFixed(0)
  return {
    isCarried: plain <= MOST_MS && errorsOf(done) === 0,
    text: `${students}: ${perSecond(done.calls.length / window)}, p99 ${plain.toFixed(0)} ms, ${SIGN_IN} ${only(SIGN_IN)}, ${UPLOAD} ${only(UPLOAD)} ms, errors ${textOf(done.errors)}; processor ${shares.join(', ')}, driving ${((100 * done.cpu) / took).toFixed(0)} %, all else on the machine ${((100 * others) / took).toFixed(0)} %`,
  }
}
