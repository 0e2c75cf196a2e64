const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: process.env.E2E_TIMEZONE ?? 'Asia/Karachi' })
const DAY_MS = 86_400_000

/** Returns the college's day so many days ahead, `YYYY-MM-DD`: from 19:00 to midnight by UTC it is another one in Karachi. */
export const collegeDay = (ahead = 0): string => dayOf.format(Date.now() + ahead * DAY_MS)
