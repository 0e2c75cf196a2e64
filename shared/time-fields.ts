import * as z from 'zod/mini'
import { SESSION_HOURS_MAX } from './limits.ts'
import { endsNextDay, isTooLong } from './session-times.ts'

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** A time of the day; 24:00 is its end. */
const END_TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

const required = (name: string, form: RegExp) =>
  z
    .string(`${name} is required`)
    .check(
      z.trim(),
      z.minLength(1, { error: `${name} is required`, abort: true }),
      z.regex(form, `${name} must be a time (HH:MM)`),
    )

/** Required times of the day, `HH:MM` in 24 hours. */
export const requiredTime = (name: string) => required(name, TIME)
export const requiredEndTime = (name: string) => required(name, END_TIME)

export interface TimesInput {
  start_time?: string | undefined
  end_time?: string | undefined
}

/**
 * Returns the problems of a session's times, by field. A text that is no time has its own message. An end at or before
 * the start is on the next day.
 */
export function timeProblems({ start_time = '', end_time = '' }: TimesInput): Record<string, string[]> {
  if (!TIME.test(start_time) || !END_TIME.test(end_time) || !isTooLong({ start_time, end_time })) return {}
  return {
    end_time: [
      endsNextDay({ start_time, end_time })
        ? 'End time must be after the start time'
        : `A session lasts at most ${SESSION_HOURS_MAX} hours`,
    ],
  }
}
