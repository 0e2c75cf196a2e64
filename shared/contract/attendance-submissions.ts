import * as z from 'zod/mini'
import { endpoint, Message, one, page, pageQuery } from '../endpoint.ts'
import { choice, idParam, wholeNumberQuery } from '../fields.ts'
import { ATTENDANCE_STATUSES } from '../labels.ts'
import { ID_MAX, PER_PAGE_MAX } from '../limits.ts'
import {
  AttendanceSession,
  AttendanceSubmission,
  DepartmentRecord,
  TakeAttendanceInput,
  UpdateAttendanceInput,
} from './attendance.ts'

const params = z.object({ id: idParam })
const entryFilter = { status: z.optional(choice('Status', ATTENDANCE_STATUSES)) }

export const attendanceSubmissions = {
  list: endpoint({
    method: 'GET',
    path: '/attendance-submissions',
    summary: 'Entries, the latest session first; a student’s own only',
    action: 'attendance:read',
    query: z.object({
      ...pageQuery,
      ...entryFilter,
      attendance_session_id: z.optional(wholeNumberQuery('attendance_session_id', ID_MAX)),
      student_id: z.optional(wholeNumberQuery('student_id', ID_MAX)),
      group_id: z.optional(wholeNumberQuery('group_id', ID_MAX)),
      department_id: z.optional(wholeNumberQuery('department_id', ID_MAX)),
    }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions',
  }),
  listBySession: endpoint({
    method: 'GET',
    path: '/attendance-submissions/attendance-session/:session_id',
    summary: 'The entries of a session, by roll number',
    action: 'attendance:read',
    params: z.object({ session_id: idParam }),
    query: z.object({ ...pageQuery, ...entryFilter }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions',
  }),
  listByStudent: endpoint({
    method: 'GET',
    path: '/attendance-submissions/student/:student_id',
    summary: 'The entries of a student, the latest session first',
    action: 'attendance:read',
    params: z.object({ student_id: idParam }),
    query: z.object({
      ...pageQuery,
      ...entryFilter,
      department_id: z.optional(wholeNumberQuery('department_id', ID_MAX)),
    }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions by student',
  }),
  listByStudentAndGroup: endpoint({
    method: 'GET',
    path: '/attendance-submissions/student/:student_id/group/:group_id',
    summary: 'The entries of a student in a group',
    action: 'attendance:read',
    params: z.object({ student_id: idParam, group_id: idParam }),
    query: z.object({ ...pageQuery, ...entryFilter }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions by student',
  }),
  record: endpoint({
    method: 'GET',
    path: '/attendance-submissions/student/:student_id/record',
    summary:
      'A student’s attendance by department, with what may still be missed, and as many of the first department’s entries as are asked for',
    action: 'attendance:read',
    params: z.object({ student_id: idParam }),
    /** The number of entries of the first department to send along, the latest session first. */
    query: z.object({ entries: z.optional(wholeNumberQuery('entries', PER_PAGE_MAX)) }),
    reply: z.object({ data: z.array(DepartmentRecord), entries: z.optional(page(AttendanceSubmission)) }),
    failure: 'Failed to fetch attendance submissions by student',
  }),
  read: endpoint({
    method: 'GET',
    path: '/attendance-submissions/:id',
    summary: 'One entry of a register',
    action: 'attendance:read',
    params,
    reply: one(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions',
  }),
  take: endpoint({
    method: 'POST',
    path: '/attendance-submissions',
    goesOn: 'attendance',
    summary: 'Take the attendance of a pending session; who is not posted is absent',
    action: 'attendance:take',
    body: TakeAttendanceInput,
    reply: one(AttendanceSession),
    status: 201,
    failure: 'Failed to submit attendance',
  }),
  update: endpoint({
    method: 'POST',
    path: '/attendance-submissions/update',
    goesOn: 'attendance',
    summary: 'Change entries of a completed session; what was is kept as history',
    action: 'attendance:take',
    body: UpdateAttendanceInput,
    reply: one(AttendanceSession),
    failure: 'Failed to update attendance submission',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/attendance-submissions/:id',
    summary: 'Delete an entry',
    action: 'attendance:delete-entry',
    params,
    reply: Message,
    failure: 'Failed to delete attendance submission',
  }),
}
