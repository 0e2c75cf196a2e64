import * as z from 'zod/mini'
import { hides } from './characters.ts'
import { looksLikeEmail, withAsciiDomain } from './email-address.ts'
import { emptyAsNull, NO_EMAIL } from './fields.ts'
import { ROLL_NUMBER_PATTERN } from './limits.ts'
import { isStaffNumber, looksLikeSignInName } from './sign-in-name.ts'

// Fields that tell what a person signs in with, at the sign-in and in the records of students and staff.

/** The name of a sign-in: an email, a roll number or a staff number. */
export const signInName = (required: string) =>
  z.string(required).check(
    z.refine<string>((value) => !hides(value), { error: NO_EMAIL, abort: true }),
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.overwrite(withAsciiDomain),
    z.refine(looksLikeSignInName, NO_EMAIL),
  )

/** An optional staff number, kept in capitals. */
export const optionalStaffNumber = z.optional(
  z.pipe(
    z.nullable(
      z.string('Please enter a valid staff number (e.g., FAC-0012)').check(
        z.trim(),
        z.toUpperCase(),
        z.refine<string>((value) => !ROLL_NUMBER_PATTERN.test(value), {
          error: 'A staff number must not look like a roll number',
          abort: true,
        }),
        z.refine<string>(
          (value) => value === '' || isStaffNumber(value),
          'Please enter a valid staff number (e.g., FAC-0012)',
        ),
      ),
    ),
    emptyAsNull,
  ),
)

/** The email of a person’s record, and the word that there is none. `emailGiven` says when one is required. */
export const personEmail = (required: string) => ({
  email: z.optional(
    z.pipe(
      z.nullable(
        z.string(required).check(
          z.refine<string>((value) => !hides(value), { error: NO_EMAIL, abort: true }),
          z.trim(),
          z.overwrite(withAsciiDomain),
          z.refine<string>((value) => value === '' || looksLikeEmail(value), NO_EMAIL),
        ),
      ),
      emptyAsNull,
    ),
  ),
  without_email: z.optional(z.boolean('without_email must be true or false')),
})

interface EmailGiven {
  email?: string | null | undefined
  without_email?: boolean | undefined
}

/** Also asked while other fields are wrong, so that all problems are told at once. */
const unlessWrong = {
  path: ['email'],
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && !issues.some(({ path }) => path?.[0] === 'email'),
}

/** Refuses a record without an email that does not say so; in a change a missing one stays as it is. */
export const emailGiven = (required: string, isChange = false) =>
  z.refine<EmailGiven>(
    ({ email: given, without_email }) => without_email === true || (given ?? (isChange ? given : null)) !== null,
    { error: required, ...unlessWrong },
  )

/** Refuses an email for somebody who is said to have none. */
export const emailNotBoth = z.refine<EmailGiven>(({ email: given, without_email }) => !(without_email && given), {
  error: 'Leave the email empty, or say that there is one',
  ...unlessWrong,
})
