import * as z from 'zod/mini'
import { SURVEY_STATUSES } from '../../shared/labels.ts'
import { ACADEMIC } from './college.ts'
import { maker, POOL } from './feedback-pool.ts'
import { question } from './feedback-question.ts'
import { readTexts } from './texts.ts'

const survey = z.strictObject({
  title: z.string(),
  description: z.optional(z.string()),
  by: maker,
  department: z.optional(z.enum(ACADEMIC)),
  /** Counted from the fifth year. */
  batch: z.optional(z.number()),
  /** A group of that department and batch. */
  group: z.optional(z.string()),
  status: z.enum(SURVEY_STATUSES),
  /** The first and the last; in days from today, as all others here. */
  days: z.optional(z.tuple([z.number(), z.number()])),
  made: z.number(),
  activated: z.optional(z.number()),
  closed: z.optional(z.number()),
  isAnonymous: z.optional(z.literal(true)),
  /** For a survey that takes several responses of a student: the weeks in which a student answers at the most. */
  times: z.optional(z.number()),
  /** The changes made because of the answers. */
  changes: z.optional(z.strictObject({ at: z.number(), text: z.string() })),
  /** By their names in the pool, or the survey's own. */
  questions: z.array(z.union([z.enum([...POOL.keys()]), question])),
  /** The share of those asked who answer. */
  share: z.number(),
  /** And no more of them than this: fewer than its results begin with. */
  most: z.optional(z.number()),
  /** Their mood, from -1 (discontent) to 1 (content). */
  mood: z.number(),
  /** True when the demo's student has answered. */
  isAnsweredByDemo: z.optional(z.literal(true)),
})
export type PlannedSurvey = z.infer<typeof survey>

/** Surveys as they stand in the middle of a session: of each kind, of each state, full and nearly empty. */
export const SURVEYS = readTexts('surveys', z.array(survey))
