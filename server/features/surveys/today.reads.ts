import { hasAnyRole } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { FIRST_LINES, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { countStudentsOf } from '../survey-results/reads.ts'
import { listSurveys } from './reads.ts'

/** Surveys are about to close so many days before their last one. */
const CLOSING_DAYS = 3

function lastDay(end_date: string | null, today: string): string {
  if (end_date === null) return 'no last day'
  return end_date === today ? 'last day today' : `last day ${writtenDay(end_date)}`
}

export const surveysToAnswer: TodayKind = {
  kind: 'surveys-to-answer',
  title: 'Surveys to answer',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('feedback-responses:submit'),
  // A student's mail must not tell whether the student has answered an anonymous survey.
  mailed: null,
  read: async (db, caller, { today }) => {
    const filter = { isOpen: true, response: 'pending', order: 'ending' } as const
    const { data, meta } = await listSurveys(db, caller, filter, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map(({ id, title, end_date }) =>
        lineOf({
          text: title,
          detail: lastDay(end_date, today),
          is_urgent: end_date === today,
          to: `/student-feedback-questions/${id}`,
        }),
      ),
      to: '/student-feedback',
    }
  },
}

/**
 * Tells staff of surveys about to close. The students asked and those who have answered are counted for all lines
 * together.
 */
export const surveysClosing: TodayKind = {
  kind: 'surveys-closing',
  title: 'Surveys about to close',
  isFor: ({ roles, may }) => may('feedback-results:read') && hasAnyRole(roles, ['hod', 'faculty']),
  mailed: wordsOf,
  read: async (db, caller, { today }) => {
    const lastsUntil = Temporal.PlainDate.from(today).add({ days: CLOSING_DAYS }).toString()
    const { data, meta } = await listSurveys(db, caller, { isOpen: true, lastsUntil, order: 'ending' }, FIRST_LINES)
    const counted = await countStudentsOf(db, data)
    return {
      total: meta.total,
      lines: data.map(({ id, title, end_date }) => {
        const { asked, responded } = counted.get(id) ?? { asked: 0, responded: 0 }
        return lineOf({
          text: title,
          detail: `${lastDay(end_date, today)}, ${responded} of ${asked} have answered`,
          to: `/feedback-results/${id}`,
        })
      }),
      to: addressOf('/feedback', { status: 'active' }),
    }
  },
}
