import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { labelOf } from '../../../shared/labels.ts'

/** The text of the marks of an absent student, as it is shown, typed and kept. */
export const ABSENT = labelOf('absent')

/** The words that mark sheets have for it. */
const WORDS = /^(?:a|ab|abs|absent)\.?$/i

export const isAbsent = (text: string) => WORDS.test(text.trim())

/**
 * Returns the field's text after a key. An A is the whole word: the letters of a word that is typed on add nothing, a
 * digit begins marks, and a letter that is deleted takes the word along.
 */
export function typedMarks(next: string, before: string): string {
  if (before === ABSENT && next.startsWith(ABSENT)) {
    const more = next.slice(ABSENT.length)
    return /^[bsent. ]*$/i.test(more) ? ABSENT : /^[^a-z]+$/i.test(more) ? more : next
  }
  if (before === ABSENT && /^[a-z]{5}$/i.test(next)) return ''
  return isAbsent(next) ? ABSENT : next
}

/** Returns "Absent", the marks, or the text for none. */
export const markText = (result: Pick<AssessmentResult, 'marks' | 'status'> | null, none: string) => {
  if (result?.status === 'absent') return ABSENT
  return result?.marks == null ? none : decimalText(result.marks)
}
