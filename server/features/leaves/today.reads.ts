import { sql } from 'kysely'
import type { Leave } from '../../../shared/contract/leaves.ts'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { counted, labelOf } from '../../../shared/labels.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { dayOf, FIRST_LINES, lineOf, type TodayKind } from '../../core/today.ts'
import { keptLeaves, listLeaves } from './reads.ts'

const viewAddress = (id: number) => addressOf('/leaves', { modal: 'view', id })

interface LeaveRequest extends Pick<Leave, 'first_day' | 'last_day'> {
  sessions: number
}

/** "2 March 2026 to 4 March 2026", "3 sessions" */
function askedText({ first_day, last_day, sessions }: LeaveRequest): string {
  if (first_day === null || last_day === null) return counted(sessions, 'session')
  return first_day === last_day ? writtenDay(first_day) : `${writtenDay(first_day)} to ${writtenDay(last_day)}`
}

/** The leave requests that the own department has not answered, the longest waiting first. */
export const leavesToDecide: TodayKind = {
  kind: 'leaves',
  title: 'Leave requests',
  isFor: ({ roles, may }) => may('leaves:decide') && hasAnyRole(roles, ['hod']),
  read: async (db, caller) => {
    const { data, meta } = await listLeaves(db, caller, { status: 'pending' }, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map(({ id, student, created_at, first_day, last_day, sessions }) =>
        lineOf({
          text: student.name,
          detail: [student.roll_no, askedText({ first_day, last_day, sessions: sessions.length })]
            .filter(Boolean)
            .join(', '),
          since: dayOf(created_at),
          to: viewAddress(id),
        }),
      ),
      to: addressOf('/leaves', { status: 'pending' }),
    }
  },
}

/** Tells a student what departments have answered to the own leave requests since the student has seen it. */
export const leaveAnswers: TodayKind = {
  kind: 'leave-answers',
  title: 'Leave decided',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('leaves:ask'),
  read: async (db, caller, { seenAt }) => {
    const rows = await keptLeaves(db, caller)
      .innerJoin('leave_answers as answer', 'answer.leave_id', 'leaves.id')
      .innerJoin('departments', 'departments.id', 'answer.department_id')
      .where('answer.answered_at', '>', seenAt['leave-answers'])
      .select([
        'leaves.id',
        'leaves.first_day',
        'leaves.last_day',
        sql<number>`(select count(*) from leave_sessions asked where asked.leave_id = leaves.id)`.as('sessions'),
        'departments.name',
        'answer.status',
        'answer.note',
        sql<number>`count(*) over ()::int`.as('total'),
      ])
      .orderBy('answer.answered_at', 'desc')
      .orderBy('leaves.id')
      .orderBy('departments.id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, status, note, ...asked }) =>
        lineOf({
          text: `${labelOf(status)}: ${askedText(asked)}`,
          detail: note ? `${name}, ${note}` : name,
          to: viewAddress(id),
        }),
      ),
    }
  },
}
