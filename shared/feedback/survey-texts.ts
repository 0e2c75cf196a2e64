import type { SURVEY_STATUSES } from '../labels.ts'
import { counted, labelOf } from '../labels.ts'
import type { Standing } from '../policies/feedback.ts'
import { writtenDay } from '../written-day.ts'

interface Place {
  department_name: string | null
  batch_name: string | null
  group_name: string | null
}

/** Returns the addressees of a survey: "Group A, MBBS 2024, Medicine", or "Every student". */
export const askedText = ({ group_name, batch_name, department_name }: Place) =>
  [group_name, batch_name, department_name].filter(Boolean).join(', ') || 'Every student'

interface Days {
  start_date: string | null
  end_date: string | null
}

/** "1 Mar 2026 to 31 Mar 2026", "From 1 Mar 2026", "Until 31 Mar 2026". */
export function daysText({ start_date, end_date }: Days): string {
  if (start_date && end_date) return `${writtenDay(start_date)} to ${writtenDay(end_date)}`
  if (start_date) return `From ${writtenDay(start_date)}`
  return end_date ? `Until ${writtenDay(end_date)}` : 'No time limit'
}

interface State {
  status: (typeof SURVEY_STATUSES)[number]
  standing: Standing
}

/** Returns the standing, where it says more than the status. */
export const standingBeside = ({ standing }: Pick<State, 'standing'>) =>
  standing === 'planned' || standing === 'expired' ? standing : undefined

/** Returns the state's words: "Closed", "Active, Expired". */
export const stateText = (survey: State) =>
  [survey.status, standingBeside(survey)].flatMap((word) => (word === undefined ? [] : [labelOf(word)])).join(', ')

/** Names the counted responses, unless they are exactly one for each student who has answered. */
export function countedText({ counted: count, responded }: { counted: number; responded: number }): string | undefined {
  if (count === responded) return undefined
  const why = count > responded ? 'a student may have sent several' : 'others were deleted, or can no longer be read'
  return `The results are of ${counted(count, 'response', 'responses')}: ${why}.`
}

const twoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const threeDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Writes a mean or median with two decimals, or below 1 with three digits. */
export const figureText = (value: number) => (Math.abs(value) < 1 ? threeDigits : twoDecimals).format(value)
