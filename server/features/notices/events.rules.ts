import type { TodayWord } from '../../../shared/contract/today.ts'

interface EventKind {
  /** The whole text on a locked screen: nobody is named in it, and nothing. */
  text: string
  /** The screen that a press opens. */
  to: string
  /** The kinds of Today that have to tell it still when it is sent; none where there is no such kind. */
  today: readonly TodayWord[]
}

/** All that devices are told of. */
export const EVENTS = {
  'work-due': { text: 'You have work due tomorrow.', to: '/tasks?only=due', today: [] },
  marks: { text: 'You have a new result.', to: '/dashboard', today: ['new-marks', 'new-results'] },
  leave: { text: 'You have a new answer.', to: '/leaves', today: ['leave-answers'] },
  case: { text: 'Something waits for your answer.', to: '/reporting?turn=mine', today: ['cases'] },
  returned: { text: 'Work was sent back to you.', to: '/dashboard', today: ['work-returned', 'entries-returned'] },
} as const satisfies Record<string, EventKind>
export type EventWord = keyof typeof EVENTS

/** All are as long as the longest, so that their length tells a push service nothing. */
const LENGTH = 160

/** The notice as the service worker gets it. */
export function noticeOf(kind: EventWord): string {
  const { text, to } = EVENTS[kind]
  return JSON.stringify({ kind, text, to }).padEnd(LENGTH)
}

/** The hour from which students are told of work that is due on the next day. */
const AFTERNOON_HOUR = 16

/** The instant of this afternoon in the college; undefined before it. */
export function dueAfternoon(zone: string, now: number): Date | undefined {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const afternoon = here.withPlainTime({ hour: AFTERNOON_HOUR }).epochMilliseconds
  return now >= afternoon ? new Date(afternoon) : undefined
}
