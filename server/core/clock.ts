/** The day it is in a time zone, `YYYY-MM-DD`: what "today" means to the college. */
export const dayIn = (timezone: string, at = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
