/** The start of the fields of columns that have a value for each student: `of:3` is the one in this place, from 0. */
const WIDE_FIELD = 'of:'

export const wideFieldOf = (index: number) => `${WIDE_FIELD}${index}`
export const isWideField = (field: string) => field.startsWith(WIDE_FIELD)
