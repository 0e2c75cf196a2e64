import * as z from 'zod/mini'
import { ACADEMIC } from './college.ts'
import { readTexts } from './texts.ts'

const text = z.string()
const curriculum = z.strictObject({
  /** The first postings of its groups. */
  wards: z.tuple([text, text, text, text]),
  /** The topics of the year, in the order of its three written tests. */
  topics: z.tuple([text, text, text]),
  /**
   * Twelve: name, label, type, detail, total and passing marks; in the order of the postings: the first are over, the last are
   * still to come (tasks.ts).
   */
  singles: z.array(z.tuple([text, text, text, text, z.number(), z.number()])).check(z.length(12)),
  /** Procedures of the logbook: name and how many times. */
  bulk: z.array(z.tuple([text, z.number()])).check(z.length(4)),
})

export const CURRICULUM = readTexts('curriculum', z.record(z.enum(ACADEMIC), curriculum))
