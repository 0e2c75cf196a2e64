import type { TodayLine, TodayPart } from '../../shared/contract/today.ts'

/** The time at which the server answered the day. */
export const AT = '2026-11-23T05:00:00.000Z'

/** Makes the server's answer for a day with these parts. */
export const day = (...data: TodayPart[]) => ({ data, at: AT })

export const line = (changes: Partial<TodayLine> = {}): TodayLine => ({
  text: 'Ward A',
  detail: null,
  count: null,
  since: null,
  is_urgent: false,
  to: '/attendance?modal=take&id=30',
  ...changes,
})

export const part = (changes: Partial<TodayPart> = {}): TodayPart => ({
  kind: 'own-registers',
  title: 'Registers to take',
  total: 1,
  more: 0,
  lines: [line()],
  to: null,
  ...changes,
})
