import { skipToken } from '@tanstack/react-query'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { answerOf, needsOf } from '../../core/needs.ts'
import { everyOf } from '../../core/queries.ts'
import { ownStudentQuery } from '../../core/start.ts'

/** Reads a student's own results, the newest assessment first. */
export const ownResultsQuery = (student_id: number | undefined) =>
  everyOf(assessmentResults.list, student_id === undefined ? skipToken : { query: { student_id } })

/** The queries to start when the screen is opened. */
export const needs = needsOf(({ userId }) => [
  answerOf(ownStudentQuery(userId)).then((student) => student !== null && ownResultsQuery(student.id)),
])
