import * as z from 'zod/mini'
import { LEAVE_STATUSES } from '../../shared/labels.ts'
import { readTexts } from './texts.ts'

const list = z.array(z.string())

/** Sentences that people of the college write. */
export const SENTENCES = readTexts(
  'sentences',
  z.strictObject({
    /** Students' remarks on what they hand in. */
    students: list,
    /** Graders' remarks, by the share of the marks: below half, below three quarters, above. */
    graders: z.strictObject({ weak: list, fair: list, good: list }),
    /** Returns for correction, and what students and graders write about a piece of work. */
    threads: z.strictObject({ returns: list, questions: list, answers: list }),
    /** Remarks on the results of assessments. */
    markers: z.strictObject({ absent: list, weak: list, good: list }),
    /** The paragraphs of sheets that students hand in, and names of further files. */
    sheets: list,
    extraFiles: list,
    /** By the type of a task. */
    taskDescriptions: z.record(z.string(), z.string()),
    /** Each reason, and true with a certificate. */
    leaveReasons: z.array(z.tuple([z.string(), z.boolean()])),
    leaveNotes: z.record(z.enum(LEAVE_STATUSES), z.array(z.nullable(z.string()))),
    /** Reasons for which a session is cancelled. */
    cancelled: list,
    pastPaper: list,
    /** Doctors' interests. */
    interests: list,
    /** Students' towns. */
    origins: list,
  }),
)
