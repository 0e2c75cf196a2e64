import { looksLikeEmail } from './email-address.ts'
import { ROLL_NUMBER_PATTERN, STAFF_NUMBER_PATTERN } from './limits.ts'

export const isRollNumber = (text: string) => ROLL_NUMBER_PATTERN.test(text.toUpperCase())

/** No text is both a roll number and a staff number, so that each names one person. */
export const isStaffNumber = (text: string) => STAFF_NUMBER_PATTERN.test(text.toUpperCase()) && !isRollNumber(text)

/** The email of a person, or else the number, as answers tell it. */
export const signInNameOf = ({
  email,
  sign_in_name = '',
}: {
  email: string | null
  sign_in_name?: string | undefined
}) => email ?? sign_in_name

/** Returns true for a text that somebody could sign in with. */
export const looksLikeSignInName = (text: string) => looksLikeEmail(text) || isRollNumber(text) || isStaffNumber(text)
