import { hasAnyRole } from '../../../shared/permissions.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { dayOf, FIRST_LINES, lineOf, type TodayKind } from '../../core/today.ts'
import { listAssessments } from './reads.ts'
import { listResults } from './results.reads.ts'

/** An assessment has no day of its own: it is expected to have results so long after it was made. */
const EXPECTED_DAYS = 7

export const resultsMissing: TodayKind = {
  kind: 'results-missing',
  title: 'Assessments without results',
  isFor: ({ roles, may }) => may('results:write') && hasAnyRole(roles, ['hod', 'faculty']),
  read: async (db, caller) => {
    const unmarkedBefore = new Date(Date.now() - EXPECTED_DAYS * 86_400_000).toISOString()
    const { data, meta } = await listAssessments(db, caller, { unmarkedBefore }, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map(({ id, name, department_id, batch_id, group_id, group, batch, created_at }) =>
        lineOf({
          text: name,
          detail: `${group.name}, ${batch.name}`,
          since: dayOf(created_at),
          to: addressOf('/assessment', { department_id, batch_id, group_id, fetched: 'yes', modal: 'results', id }),
        }),
      ),
    }
  },
}

export const newResults: TodayKind = {
  kind: 'new-results',
  title: 'New results',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('results:read'),
  read: async (db, caller, { seenAt }) => {
    const { data, meta } = await listResults(db, caller, { newSince: seenAt['new-results'] }, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map(({ marks, assessment: { name, total_marks, department } }) =>
        lineOf({
          text: name,
          detail: `${marks} of ${total_marks ?? 100}, ${department.name}`,
          to: addressOf('/my-results', { tab: department.id }),
        }),
      ),
      to: '/my-results',
    }
  },
}
