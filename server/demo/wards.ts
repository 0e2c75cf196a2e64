import * as z from 'zod/mini'
import { ACADEMIC } from './college.ts'
import { readTexts } from './texts.ts'

const list = z.array(z.string().check(z.minLength(1)))

/** Places of the college's hospital, and lines that are written there; none of them identifies a patient. */
export const WARDS = readTexts(
  'wards',
  z.strictObject({
    /** Wards, clinics and theatres of each department, its first postings first. */
    places: z.record(z.enum(ACADEMIC), list),
    /** The rooms of what is done without a patient. */
    simulated: list,
    /** Students' lines about what they have done. */
    reflections: list,
    /** Supervisors' lines, by the rating that goes with them. */
    feedback: z.strictObject({ below: list, meets: list, exceeds: list }),
    /** Reasons for which supervisors return an entry. */
    returned: list,
  }),
)
