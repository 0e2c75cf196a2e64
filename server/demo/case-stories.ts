import * as z from 'zod/mini'
import { REPORT_CATEGORIES, REPORT_PRIORITIES, REPORT_SEVERITIES } from '../../shared/labels.ts'
import { readTexts } from './texts.ts'

const staff = [
  ...(['admin', 'principal', 'hod', 'faculty', 'registrar', 'surgery', 'surgeon', 'paediatrics'] as const),
  ...(['paediatrician', 'gynaecology', 'obstetrician', 'psychiatry', 'community'] as const),
] as const
/** Staff of the stories, and `student`: the one whom the case is about. */
const who = z.enum(['student', ...staff])
export type Who = z.infer<typeof who>

const named = (...endings: string[]) =>
  z.string().check(z.refine((name) => endings.some((ending) => name.endsWith(ending)), `must end with ${endings}`))

const evidence = z.union([
  z.strictObject({ name: named('.pdf'), points: z.array(z.string()) }),
  z.strictObject({ name: named('.png'), bars: z.array(z.number()) }),
  z.strictObject({ name: named('.csv', '.txt'), lines: z.array(z.string()) }),
])
export type Evidence = z.infer<typeof evidence>

const step = z.strictObject({
  /** Days after it was filed. */
  day: z.number(),
  by: who,
  kind: z.enum([
    ...(['comment', 'reply', 'responded', 'awaited', 'escalated', 'resolved', 'closed', 'reopened'] as const),
    'withdrawn',
  ]),
  text: z.optional(z.string()),
  to: z.optional(who),
  files: z.optional(z.array(evidence)),
})
export type Step = z.infer<typeof step>

const story = z.strictObject({
  title: z.string(),
  description: z.string(),
  category: z.enum(REPORT_CATEGORIES),
  severity: z.enum(REPORT_SEVERITIES),
  priority: z.optional(z.enum(REPORT_PRIORITIES)),
  isUrgent: z.optional(z.literal(true)),
  isConfidential: z.optional(z.literal(true)),
  notes: z.optional(z.string()),
  /** The demo student, or a place among the students of a batch, counted from the fifth year. */
  about: z.union([z.literal('demo'), z.tuple([z.number(), z.number()])]),
  by: who,
  to: who,
  daysAgo: z.number(),
  steps: z.array(step),
})
export type Story = z.infer<typeof story>

/** In every state; and one that its reporter has taken back. */
export const STORIES = readTexts('cases', z.array(story))
