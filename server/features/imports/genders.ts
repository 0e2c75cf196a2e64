/** The words of files for a gender, beside its own. */
const WORDS: Record<string, string> = {
  m: 'male',
  f: 'female',
  boy: 'male',
  girl: 'female',
  man: 'male',
  woman: 'female',
  مرد: 'male',
  عورت: 'female',
  خاتون: 'female',
  لڑکا: 'male',
  لڑکی: 'female',
}
const GENDERS = new Set(['male', 'female'])

/** Returns the gender that a cell means, or else its text. */
export function genderOf(text: string): string {
  const word = text.toLowerCase().replace(/\.$/, '')
  return WORDS[word] ?? word
}

/** Returns whether a text says by itself that its column has genders. */
export const isGender = (text: string) => GENDERS.has(genderOf(text))
