import * as z from 'zod/mini'
import { get, Message, post } from '../endpoint.ts'
import { choice } from '../fields.ts'

/**
 * The kinds of waiting work and news, in the order of the screen: what has a day or somebody who waits for the person,
 * announcements, news, and what has no day or waits for others.
 */
export const TODAY_KINDS = [
  'backups',
  'jobs',
  'installation',
  'own-registers',
  'registers-leave',
  'work-returned',
  'entries-returned',
  'tasks-due',
  'sessions-soon',
  'posting-running',
  'surveys-to-answer',
  'attendance-low',
  'eligibility-own',
  'leaves',
  'to-sign',
  'cases',
  'announcements',
  'new-marks',
  'new-results',
  'new-comments',
  'leave-answers',
  'cases-overdue',
  'grading',
  'students-below',
  'eligibility-risk',
  'ungraded-long',
  'results-missing',
  'unsigned-long',
  'registers-not-taken',
  'surveys-closing',
  'groups-posted',
  'students-unplaced',
  'never-signed-in',
] as const
export type TodayWord = (typeof TODAY_KINDS)[number]

/** The kinds of news: they stay until the person has seen them. */
export const NEWS_KINDS = [
  'new-marks',
  'new-results',
  'new-comments',
  'leave-answers',
] as const satisfies readonly TodayWord[]
export type NewsWord = (typeof NEWS_KINDS)[number]

/** The number of lines per kind; the total counts all. */
export const TODAY_LINES = 3

export const TodayLine = z.object({
  text: z.string(),
  detail: z.nullable(z.string()),
  /** The number of records behind the line; null for a single record. */
  count: z.nullable(z.int()),
  /** The day since which the oldest waits; null when nothing has waited yet. */
  since: z.nullable(z.string()),
  is_urgent: z.boolean(),
  /** The app's address of this record; null when there is nothing to do. */
  to: z.nullable(z.string()),
})
export type TodayLine = z.infer<typeof TodayLine>

export const TodayPart = z.object({
  kind: z.enum(TODAY_KINDS),
  title: z.string(),
  /** The number of waiting records. People are counted once, in however many lines they are. */
  total: z.int(),
  /** The number of records in no line; for kinds with counts in their lines, the number of further lines. */
  more: z.int(),
  /** Null when only these could not be read. */
  lines: z.nullable(z.array(TodayLine)),
  /** The app's address of the list with all of them, if there is one. */
  to: z.nullable(z.string()),
})
export type TodayPart = z.infer<typeof TodayPart>

export const today = {
  read: get('/today', {
    summary: 'What waits for the caller today, by kind; a kind of which nothing waits is left out',
    action: 'today:read',
    isAside: true,
    /** `at` is the time of reading. Marking news as seen sends it back, so that later news stay unseen. */
    reply: z.object({ data: z.array(TodayPart), at: z.string() }),
    failure: 'Failed to fetch what waits for you today',
  }),
  markSeen: post('/today/seen', {
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
