import * as z from 'zod/mini'
import { ACADEMIC } from './college.ts'
import { readTexts } from './texts.ts'

/** Title, detail and points. */
const sheet = z.tuple([z.string(), z.string(), z.array(z.string())])

const shelf = z.strictObject({
  lectures: z.array(sheet),
  guideline: sheet,
  /** Title and detail. */
  form: z.tuple([z.string(), z.string()]),
  books: z.array(z.string()),
  /** Title and values. */
  chart: z.tuple([z.string(), z.array(z.number())]),
})

/** The content of each department's library. */
export const SHELVES = readTexts('shelves', z.record(z.enum(ACADEMIC), shelf))
