import * as z from 'zod/mini'
import { readTexts } from './texts.ts'

const words = z.pipe(
  z.array(z.string()),
  z.transform((lines: string[]) => lines.flatMap((line) => line.split(' '))),
)
export const gender = z.enum(['male', 'female', 'other'])

export const NAMES = readTexts(
  'names',
  z.strictObject({
    male: words,
    female: words,
    families: words,
    /** Families that carry Syed or Syeda before the name. */
    syedFamilies: words,
    /** Second names of women, where others have a family name. */
    femaleSecond: words,
    maleSecond: words,
    /** Names as they are written in Urdu, with their Latin form for addresses and printed sheets. */
    urdu: z.array(z.tuple([z.string(), z.string(), gender])),
    /** Long ones, hyphens and apostrophes, and the names of the country's smaller communities. */
    other: z.array(z.tuple([z.string(), gender])),
  }),
)
