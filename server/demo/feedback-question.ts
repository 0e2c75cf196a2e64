import * as z from 'zod/mini'
import type { Answer } from '../../shared/feedback/question-types.ts'
import { RATING_MAX } from '../../shared/limits.ts'
import { addDays } from './days.ts'
import type { Random } from './random.ts'
import type { Student } from './students.ts'

/** The wording of a question, and the share of those who need not answer it and do. */
const wording = (share: number) => ({
  title: z.string(),
  text: z.string(),
  isRequired: z._default(z.boolean(), false),
  help: z._default(z.nullable(z.string()), null),
  rules: z._default(
    z.nullable(
      z.strictObject({
        min: z.optional(z.number()),
        max: z.optional(z.number()),
        max_length: z.optional(z.number()),
      }),
    ),
    null,
  ),
  share: z._default(z.number(), share),
})
const asked = wording(0.96)
const byOption = z.record(z.string(), z.number())
/** The least and the most. */
const between = z.tuple([z.number(), z.number()])

/** A question, and what its answers are drawn from. */
export const question = z.discriminatedUnion('type', [
  z.strictObject({ ...asked, type: z.literal('rating'), weights: z.array(z.number()) }),
  z.strictObject({ ...asked, type: z.enum(['select', 'single_choice', 'radio']), weights: byOption }),
  z.strictObject({ ...asked, type: z.enum(['multiple_choice', 'checkbox']), chances: byOption }),
  z.strictObject({ ...asked, type: z.literal('boolean'), chance: z.number() }),
  z.strictObject({ ...asked, type: z.literal('number'), between }),
  z.strictObject({ ...wording(0.45), type: z.enum(['text', 'textarea']), texts: z.array(z.string()) }),
  z.strictObject({ ...wording(0.3), type: z.literal('email') }),
  z.strictObject({ ...wording(0.25), type: z.literal('url'), addresses: z.array(z.string()) }),
  z.strictObject({ ...wording(0.85), type: z.literal('date'), between }),
])
export type Question = z.infer<typeof question>

/** The student who answers, and the day. */
interface Answering {
  random: Random
  student: Student
  day: string
  /** The students' mood, from -1 (discontent) to 1 (content). */
  mood: number
}

function drawn(weights: readonly number[], { random, mood }: Pick<Answering, 'random' | 'mood'>): number {
  const tilted = weights.map((weight, at) => weight * (1 + mood / 2) ** at)
  let left = random.next() * tilted.reduce((sum, weight) => sum + weight, 0)
  const found = tilted.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return found < 0 ? weights.length - 1 : found
}

export function optionsOf(asked: Question): string[] {
  if ('chances' in asked) return Object.keys(asked.chances)
  return asked.type !== 'rating' && 'weights' in asked ? Object.keys(asked.weights) : []
}

/** Draws a student's answer to a question. */
export function drawAnswer(asked: Question, by: Answering): Answer {
  const { random, mood } = by
  switch (asked.type) {
    case 'rating':
      // From 1 on; the more content, the higher.
      return Math.min(RATING_MAX, drawn(asked.weights, by) + 1)
    case 'select':
    case 'single_choice':
    case 'radio':
      return optionsOf(asked)[drawn(Object.values(asked.weights), { random, mood: 0 })] as string
    case 'multiple_choice':
    case 'checkbox': {
      // Each option by its own probability, and at least one.
      const sure = random.pick(optionsOf(asked))
      return optionsOf(asked).filter((option) => option === sure || random.chance(asked.chances[option] ?? 0))
    }
    case 'boolean':
      return random.chance(asked.chance + (1 - asked.chance) * mood * 0.5)
    case 'number':
      // Around the middle more often than at the ends.
      return Math.round((random.whole(...asked.between) + random.whole(...asked.between)) / 2)
    case 'text':
    case 'textarea': {
      // Some write two of these after each other.
      const [first = '', second = ''] = random.shuffled(asked.texts)
      return asked.type === 'textarea' && random.chance(0.35) ? `${first}\n${second}` : first
    }
    case 'email':
      return `${by.student.rollNo.toLowerCase()}@students.college.test`
    case 'url':
      return random.pick(asked.addresses)
    case 'date':
      // Days from the one on which it is answered.
      return addDays(by.day, random.whole(...asked.between))
  }
}
