/** The start of the fields of columns that have a value for each student: `of:3` is the one in this place, from 0. */
const WIDE_FIELD = 'of:'

export const wideFieldOf = (index: number) => `${WIDE_FIELD}${index}`
export const isWideField = (field: string) => /^of:\d+$/.test(field)

/** The field of a fact that holds for such a column alone, as `of:3.type`. */
export const factFieldOf = (wideField: string, fact: string) => `${wideField}.${fact}`
