let timezone = 'Asia/Karachi'

/** Says by which time zone the college counts its days; both sides do so once, when they start. */
export const countDaysIn = (college: string) => {
  timezone = college
}

/** The day that it is at the college, `YYYY-MM-DD`. */
export const collegeToday = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date())
