import type { Leave, LeaveAnswer, LeaveSession } from '../../shared/contract/leaves.ts'
import { candidate, department, group, refOf } from './records.ts'

/** A department's answer to a leave request, as in `records.ts`; it waits. */
export const leaveAnswer = (changes: Partial<LeaveAnswer> = {}): LeaveAnswer => ({
  department: refOf(department()),
  status: 'pending',
  note: null,
  answered_by: null,
  answered_at: null,
  updated_at: 'v1',
  ...changes,
})

export const leaveSession = (changes: Partial<LeaveSession> = {}): LeaveSession => ({
  id: 31,
  department: refOf(department()),
  group: refOf(group()),
  activity_date: '2026-03-02',
  start_time: '09:00',
  end_time: '10:00',
  status: 'pending',
  ...changes,
})

/** A leave request for one day, as most are. */
export const leave = ({
  student: { id, name, roll_no, status } = candidate(),
  ...changes
}: Partial<Leave> = {}): Leave => ({
  id: 81,
  student_id: id,
  student: { id, name, roll_no, status },
  first_day: '2026-03-02',
  last_day: '2026-03-02',
  sessions: [],
  reason: 'Fever since last night',
  file: null,
  answers: [leaveAnswer()],
  created_at: '2026-03-01T04:00:00.000Z',
  ...changes,
})
