import type { Leave } from '../../shared/contract/leaves.ts'
import { formatDay } from '../core/formats.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Returns "Mon, 2 Mar 2026". */
export const dayText = (day: string) => `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${formatDay(day)}`

/** Returns "Mon, 2 Mar 2026 to Wed, 4 Mar 2026"; a single day stands once. */
const spanText = (first: string, last: string) =>
  first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`

export const sessionsText = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`

/** Returns a leave request in words; for sessions, their days are apart. */
export function askedTexts({ first_day, last_day, sessions }: Pick<Leave, 'first_day' | 'last_day' | 'sessions'>) {
  if (first_day && last_day) return { what: spanText(first_day, last_day), when: undefined }
  const [first, last] = [sessions.at(0), sessions.at(-1)]
  return {
    what: first ? sessionsText(sessions.length) : 'Sessions that were deleted since',
    when: first && last && spanText(first.activity_date, last.activity_date),
  }
}

/** Returns a leave request in one line. */
export function askedText(leave: Pick<Leave, 'first_day' | 'last_day' | 'sessions'>): string {
  const { what, when } = askedTexts(leave)
  return when === undefined ? what : `${what}, ${when}`
}
