// A child process: the people of a day. Their arrivals are settled before, and each deed has its moment: a slow server
// makes nobody come later. A call's time counts from the moment it was due, whenever it could be sent.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, type Deed, dayOfStudent, dayOfTeacher, SIGN_IN } from './calls.ts'
import { type Answer, Connections, wired } from './client.ts'
import type { Question, Student, Teacher } from './college.ts'

export interface DayJob {
  port: number
  csrf: string
  students: Student[]
  teachers: Teacher[]
  questions: Question[]
  /** When each one comes, in milliseconds: the students first. */
  arrivals: number[]
  /** The part of people's thinking time on a day that they take. */
  pace: number
  /** Calls that are due from then until then are counted. */
  counts: { from: number; until: number }
}

export interface CallTime {
  kind: string
  /** Milliseconds from the moment it was due to its last answer. */
  ms: number
}

export interface DayDone {
  calls: CallTime[]
  /** Answers that were refusals, or none at all (status 0), by kind and status. */
  errors: Record<string, number>
  /** Calls that were made again, as a browser asks a busy server. */
  again: number
  /** Seconds of the processor that the driving took. */
  cpu: number
}

/** As the browser asks a busy server again. */
const MOST_TRIES = 4
const THOUGHT = { least: 0.5, more: 1 }

async function live(job: DayJob, deeds: Deed[], arrives: number, done: DayDone): Promise<void> {
  const { port, csrf, pace, counts } = job
  const connections = new Connections(port)
  let token: string | undefined
  const nowMs = () => performance.now() - zero

  /** @throws for an answer that is a refusal, from a busy server only when it gives it again and again */
  async function answerTo(call: Call): Promise<Answer> {
    const parts = wired(call, { port, csrf, ...(token ? { token } : {}) })
    for (let tries = 1; ; tries += 1) {
      const answer = await connections.ask(parts)
      if (answer.status >= 200 && answer.status < 300) return answer
      const name = `${call.kind}: ${answer.status}`
      done.errors[name] = (done.errors[name] ?? 0) + 1
      if (answer.status !== 503 || tries === MOST_TRIES) throw new Error(answer.text)
      done.again += 1
      await sleep(Math.max(answer.retryAfter ?? 1, 1) * (1000 + Math.random() * 500))
    }
  }

  async function ask(call: Call, due: number): Promise<void> {
    const { text } = await answerTo(call)
    if (due >= counts.from && due < counts.until) done.calls.push({ kind: call.kind, ms: nowMs() - due })
    if (call.kind === SIGN_IN) token = (JSON.parse(text) as { access_token: string }).access_token
  }

  try {
    let moment = arrives
    for (const { after, rounds } of deeds) {
      moment += after * 1000 * pace * (THOUGHT.least + THOUGHT.more * Math.random())
      await sleep(Math.max(0, moment - nowMs()))
      let due = moment
      for (const round of rounds) {
        await Promise.all(round.map((call) => ask(call, due)))
        due = nowMs()
      }
    }
  } catch {
    // A person who is refused goes; the refusal has been counted.
  } finally {
    connections.close()
  }
}

const zero = performance.now()

process.once('message', async (job: DayJob) => {
  const done: DayDone = { calls: [], errors: {}, again: 0, cpu: 0 }
  const days = [
    ...job.students.map((student) => dayOfStudent(student, job.questions)),
    ...job.teachers.map(dayOfTeacher),
  ]
  const from = process.cpuUsage()
  // All moments count from the start of the work, not of the process.
  const shift = performance.now() - zero
  const shifted = { ...job, counts: { from: job.counts.from + shift, until: job.counts.until + shift } }
  await Promise.all(days.map((deeds, at) => live(shifted, deeds, (job.arrivals[at] ?? 0) + shift, done)))
  const { user, system } = process.cpuUsage(from)
  process.send?.({ ...done, cpu: (user + system) / 1e6 })
})
process.on('disconnect', () => process.exit(0))
