import * as z from 'zod/mini'
import { endpoint, Message } from '../endpoint.ts'
import { choice } from '../fields.ts'

/** What may wait for somebody, in the order in which it is shown. */
export const TODAY_KINDS = [
  'backups',
  'jobs',
  'own-registers',
  'registers-leave',
  'tasks-due',
  'sessions-soon',
  'surveys-to-answer',
  'attendance-low',
  'new-marks',
  'new-results',
  'leave-answers',
  'leaves',
  'cases',
  'cases-overdue',
  'grading',
  'students-below',
  'ungraded-long',
  'results-missing',
  'registers-not-taken',
  'surveys-closing',
  'students-unplaced',
  'never-signed-in',
] as const
export type TodayWord = (typeof TODAY_KINDS)[number]

/** The kinds that tell of what is new: they stay until the person has seen them. */
export const NEWS_KINDS = ['new-marks', 'new-results', 'leave-answers'] as const satisfies readonly TodayWord[]
export type NewsWord = (typeof NEWS_KINDS)[number]

/** How many lines of a kind are told; its total is of all. */
export const TODAY_LINES = 3

export const TodayLine = z.object({
  text: z.string(),
  detail: z.nullable(z.string()),
  /** How many wait behind the line; null where it is one by itself. */
  count: z.nullable(z.int()),
  /** The day since which the oldest waits; null where nothing has waited yet. */
  since: z.nullable(z.string()),
  is_urgent: z.boolean(),
  /** The app's address of exactly this; null where there is nothing to be done. */
  to: z.nullable(z.string()),
})
export type TodayLine = z.infer<typeof TodayLine>

export const TodayPart = z.object({
  kind: z.enum(TODAY_KINDS),
  title: z.string(),
  /** How many wait; where they are people each counts once, in however many lines. */
  total: z.int(),
  /** How many are in no line: of what is counted, or of the lines that there would be. */
  more: z.int(),
  /** Null where they could not be read, though the others could. */
  lines: z.nullable(z.array(TodayLine)),
  /** The app's address of all of them, where there is a list of them. */
  to: z.nullable(z.string()),
})
export type TodayPart = z.infer<typeof TodayPart>

export const today = {
  read: endpoint({
    method: 'GET',
    path: '/today',
    summary: 'What waits for the caller today, by kind; a kind of which nothing waits is left out',
    action: 'today:read',
    /** `at` is when it was read: what is marked as seen is what was there by then. */
    reply: z.object({ data: z.array(TodayPart), at: z.string() }),
    failure: 'Failed to fetch what waits for you today',
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/today/seen',
    goesOn: 'change',
    summary: 'The caller has seen the news of this kind that were there at this moment',
    action: 'today:read',
    body: z.object({
      kind: choice('Kind', NEWS_KINDS),
      at: z.iso.datetime('at must be an instant, such as 2026-11-23T08:00:00.000Z'),
    }),
    reply: Message,
    failure: 'Failed to save what you have seen',
  }),
}
