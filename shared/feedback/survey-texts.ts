import type { SURVEY_STATUSES } from '../labels.ts'
import { counted, labelOf } from '../labels.ts'
import { type Standing, takesChanges } from '../policies/feedback.ts'
import { allows } from '../policies/policy.ts'
import { writtenDay } from '../written-day.ts'

interface Place {
  department_name: string | null
  batch_name: string | null
  group_name: string | null
}

/** Whom a survey asks: "Group A, MBBS 2024, Medicine", or "Every student". */
export const askedText = ({ group_name, batch_name, department_name }: Place) =>
  [group_name, batch_name, department_name].filter(Boolean).join(', ') || 'Every student'

interface Days {
  start_date: string | null
  end_date: string | null
}

/** "1 Mar 2026 – 31 Mar 2026", "From 1 Mar 2026", "Until 31 Mar 2026". */
export function daysText({ start_date, end_date }: Days): string {
  if (start_date && end_date) return `${writtenDay(start_date)} – ${writtenDay(end_date)}`
  if (start_date) return `From ${writtenDay(start_date)}`
  return end_date ? `Until ${writtenDay(end_date)}` : 'No time limit'
}

interface State {
  status: (typeof SURVEY_STATUSES)[number]
  standing: Standing
}

/** What of a survey's standing its status does not say. */
export const standingBeside = ({ standing }: Pick<State, 'standing'>) =>
  standing === 'planned' || standing === 'expired' ? standing : undefined

/** "Closed", "Active, Expired" */
export const stateText = (survey: State) =>
  [survey.status, standingBeside(survey)].flatMap((word) => (word === undefined ? [] : [labelOf(word)])).join(', ')

interface Asking {
  is_anonymous: boolean
  allow_multiple_responses: boolean
  standing: Standing
}

/** Which responses the results are of, where that is not one of each student who has answered. */
export function countedText(
  { is_anonymous, allow_multiple_responses, standing }: Asking,
  { counted: count, responded, results_from }: { counted: number; responded: number; results_from: number },
): string | undefined {
  if (count === responded && !allow_multiple_responses) return undefined
  const said = `The results are of ${counted(count, 'response', 'responses')}`
  if (!is_anonymous) return count === responded ? undefined : `${said}: a student may have sent several.`
  const others = allows(takesChanges, standing) ? 'the last ones are not among them' : 'the latest ones may still wait'
  return `${said}. Those of an anonymous survey go on by at least ${results_from}, so ${others}.`
}

const twoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const threeDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A mean or median: two decimals, and of what is smaller than 1 three digits. */
export const figureText = (value: number) => (Math.abs(value) < 1 ? threeDigits : twoDecimals).format(value)
