import { hasAnyRole } from '../../../shared/permissions.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { dayOf, FIRST_LINES, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { listAssessments } from './reads.ts'
import { listResults } from './results.reads.ts'

export const resultsMissing: TodayKind = {
  kind: 'results-missing',
  title: 'Assessments without results',
  isFor: ({ roles, may }) => may('results:write') && hasAnyRole(roles, ['hod', 'faculty']),
  mailed: wordsOf,
  read: async (db, caller) => {
    const { data, meta } = await listAssessments(db, caller, { only: 'unmarked' }, FIRST_LINES)
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
      to: addressOf('/assessment', { only: 'unmarked' }),
    }
  },
}

export const newResults: TodayKind = {
  kind: 'new-results',
  title: 'New results',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('results:read'),
  mailed: wordsOf,
  read: async (db, caller, { seenAt }) => {
    const { data, meta } = await listResults(db, caller, { newSince: seenAt['new-results'] }, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map(({ marks, status, assessment: { name, total_marks, department } }) =>
        lineOf({
          text: name,
          detail: `${status === 'absent' ? 'Absent' : `${marks} of ${total_marks ?? 100}`}, ${department.name}`,
          to: addressOf('/my-results', { tab: department.id }),
        }),
      ),
      to: '/my-results',
    }
  },
}
