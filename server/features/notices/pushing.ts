import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { studentOf } from '../../core/scope.ts'
import type { TodayKind } from '../../core/today.ts'
import { inQueue, type JobKind, type JobServices } from '../../jobs/kinds.ts'
import { readToday } from '../dashboard/today.reads.ts'
import { isWorkDueOn } from '../tasks/reads.ts'
import { findDevice } from './devices.reads.ts'
import { removeDevice } from './devices.writes.ts'
import { dueAfternoon, EVENTS, type EventWord, noticeOf } from './events.rules.ts'
import { noteWorkDue, takeEvents } from './events.writes.ts'
import { findReader } from './readers.ts'

/** True when the person would find it on the screen now: it may have been seen, or taken back. */
async function isThereStill(
  { db, settings, log }: JobServices,
  caller: Caller,
  kind: EventWord,
  kinds: readonly TodayKind[],
): Promise<boolean> {
  if (kind === 'work-due') {
    const today = Temporal.PlainDate.from(dayIn(settings.COLLEGE_TIMEZONE))
    return studentOf(caller) !== undefined && isWorkDueOn(db, caller, today.add({ days: 1 }).toString())
  }
  const words: readonly string[] = EVENTS[kind].today
  const telling = kinds.filter((one) => words.includes(one.kind))
  if (telling.length === 0) return true
  return (await readToday(db, caller, { kinds: telling, settings, log })).parts.length > 0
}

/** Tells a device that there is something new, of a kind that `kinds` of Today tell of. */
export const pushKindOf = (kinds: readonly TodayKind[]): JobKind =>
  inQueue<{ device_id: number; event: EventWord }>('push', {
    kind: 'push',
    priority: 0,
    retries: { times: 4, first: 30, most: 10 * 60 },
    run: async (services, { device_id, event }) => {
      const { db, push } = services
      const device = push && (await findDevice(db, device_id))
      const caller = device && (await findReader(services, device.user_id))
      if (!caller || !(await isThereStill(services, caller, event, kinds))) return
      if (!(await push.send(device, noticeOf(event)))) await removeDevice(db, device_id)
    },
  })

/** Once a minute: puts what was noted into the queue. */
export async function tellEvents({ db, push, jobs }: JobServices, pushKind: JobKind): Promise<void> {
  if (!push) return
  const told = await db.transaction().execute(async (tx) => {
    const due = await takeEvents(tx)
    const all = due.map(({ device_id, kind }) => ({ device_id, event: kind }))
    await jobs.add(tx, pushKind, all)
    return all.length
  })
  if (told > 0) jobs.hurry()
}

/** Once an hour, in the afternoon: students may have work that is due tomorrow. */
export async function sweepWorkDue(
  { db, push, settings }: Pick<JobServices, 'db' | 'push' | 'settings'>,
  now = Date.now(),
): Promise<void> {
  const afternoon = dueAfternoon(settings.COLLEGE_TIMEZONE, now)
  if (push && afternoon) await db.transaction().execute((tx) => noteWorkDue(tx, afternoon))
}
