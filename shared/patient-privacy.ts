import { folded } from './folding.ts'

/**
 * Looks like something that identifies a patient: an email, a long or joined number, a telephone number in groups, or a
 * number behind a word such as MR or CNIC.
 */
const IDENTIFIERS = [
  /\S@\S+\.\S/,
  /\d{5}/,
  /(?:\+|\b0)\d{2,4}(?:[ -]\d{2,4}){1,4}\b/,
  /\b(?:mr|mrn|mrno|reg|regn|registration|hosp|hospital|admission|cnic|nic|opd|ipd|er|file|chart|token|slip)\b[\s.]*(?:no|nr|number)?[\s.:#/-]*[a-z]?[\s/-]?\d{3,}/,
]

/** Digits joined by hyphens, slashes or dots, as in numbers of identity cards and days of birth. */
const JOINED = /\d+(?:[-/.]\d+)+/g

/** Says why a text was refused. */
export const PATIENT_TEXT =
  'must not identify a patient: it has what looks like a hospital number, a telephone number, a day of birth or an email'

/** Returns true when a text has what looks like an identifier of a patient. */
export function identifiesPatient(text: string): boolean {
  const plain = folded(text)
  return (
    IDENTIFIERS.some((pattern) => pattern.test(plain)) ||
    (plain.match(JOINED) ?? []).some((number) => number.replace(/\D/g, '').length >= 7)
  )
}
