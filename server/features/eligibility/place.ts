import type { eligibilityFiles } from '../../../shared/contract/eligibility.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { invalid } from '../../core/errors.ts'
import { departmentOf } from '../../core/scope.ts'
import { type Judged, judgedBy } from './rules.ts'

type Filter = Partial<Query<typeof eligibilityFiles.exportList>>

/** Returns a day on which things can have stood otherwise: today and later days are as now. */
export const formerDay = ({ zone }: Caller, day: string | null | undefined) =>
  day && day < dayIn(zone) ? day : undefined

/**
 * Returns what a list is of: a batch, else a department, which is the own for staff of one.
 *
 * @throws 422 without either: the whole college is judged nowhere
 */
export function judgedFor(caller: Caller, query: Filter): Judged {
  const of = { ...judgedBy(query), day: formerDay(caller, query.day) }
  if (of.batch_id !== undefined || of.department_id !== undefined) return of
  const department_id = departmentOf(caller)
  if (department_id === undefined) throw invalid({ batch_id: ['Batch is required'] })
  return { ...of, department_id }
}
