const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day, `YYYY-MM-DD`, as people write it: "20 Nov 2026". */
export const writtenDay = (day: string) => days.format(new Date(`${day}T00:00:00Z`))
