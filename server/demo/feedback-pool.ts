import * as z from 'zod/mini'
import { ACADEMIC } from './college.ts'
import { question } from './feedback-question.ts'
import { readTexts } from './texts.ts'

/** The maker of a question or a survey: an account that the README names, or the head of a department. */
export const maker = z.enum(['admin', 'principal', 'hod', 'faculty', 'student-affair', ...ACADEMIC])

const poolQuestion = z.strictObject({
  by: maker,
  department: z.optional(z.enum(ACADEMIC)),
  /** Not for all who make surveys. */
  isPrivate: z.optional(z.literal(true)),
  question,
})

/** Forty questions that surveys are made of, by the names that surveys call them. */
export const POOL = new Map(Object.entries(readTexts('question-pool', z.record(z.string(), poolQuestion))))
