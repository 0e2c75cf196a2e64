import type { Random } from './random.ts'

const DAY_MS = 86_400_000

/** The day that many days later, or earlier when negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * The day an account was made: that of a person who has never signed in is within the last three weeks, however long
 * they have been here.
 */
export function accountDay(arrived: string, hasNeverSignedIn: boolean, today: string): string {
  const lately = addDays(today, -21)
  return hasNeverSignedIn && arrived < lately ? lately : arrived
}

/** An instant in that day's office hours, in Pakistan's time: the same day in every zone a college may choose nearby. */
export function during(day: string, random: Random): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(random.whole(9, 16))}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}`
  return new Date(`${day}T${time}+05:00`).toISOString()
}

/** The year in which today's first-year students were admitted; sessions begin in March. */
export function firstYearIntake(today: string): number {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return month >= 3 ? year : year - 1
}
