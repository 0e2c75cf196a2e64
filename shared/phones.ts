import { optionalPattern } from './fields.ts'
import { PHONE_PATTERN, STORED_PHONE_PATTERN } from './limits.ts'

export const NO_PHONE = 'Please enter a valid phone number'

const phone = (pattern: RegExp) => optionalPattern(pattern, NO_PHONE, (value) => value.replace(/[\s-]/g, ''))

/** An optional phone number, kept without the spaces and dashes that people write. */
export const optionalPhone = phone(PHONE_PATTERN)

/** An optional phone number in a change of a record: an imported number of another country may be sent back. */
export const storedPhone = phone(STORED_PHONE_PATTERN)
