interface EmailValues {
  email: string
  without_email: boolean
}

/**
 * Returns a form's values as they are sent. Nothing is sent of an email that was missing and is still: the person may
 * have added one meanwhile.
 */
export function emailBody<Values extends EmailValues>(
  { email, without_email, ...values }: Values,
  stored: { email: string | null } | undefined,
) {
  if (!without_email) return { ...values, email }
  return stored?.email === null ? values : { ...values, without_email }
}
