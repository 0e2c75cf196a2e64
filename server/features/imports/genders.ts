import { folded } from '../../../shared/folding.ts'

/** The words of files for a gender, beside its own. */
const WORDS = new Map(
  Object.entries({
    male: 'm boy boys man men gent gents gentleman مرد لڑکا مذکر',
    female: 'f girl girls woman women lady ladies عورت خاتون خواتین لڑکی مونث مؤنث',
    other: 'others transgender',
  }).flatMap(([gender, words]) => [gender, ...words.split(' ')].map((word) => [folded(word), gender] as const)),
)

/** Returns the gender that a cell means, or else its text. */
export function genderOf(text: string): string {
  const word = folded(text).replace(/[.\s]+$/, '')
  // A point alone is no empty cell, which would say nothing of it.
  return WORDS.get(word) ?? (word || text)
}

/** Returns whether a text says by itself that its column has genders. */
export const isGender = (text: string) => ['male', 'female'].includes(genderOf(text))
