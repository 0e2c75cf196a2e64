import * as z from 'zod/mini'
import { create, get, list, one, page, post, remove } from '../endpoint.ts'
import { choice, idFilters, optionalDate, wholeNumberQuery } from '../fields.ts'
import { ATTENDANCE_STATUSES } from '../labels.ts'
import { PER_PAGE_MAX } from '../limits.ts'
import {
  AttendanceSession,
  AttendanceSubmission,
  DepartmentRecord,
  TakeAttendanceInput,
  UpdateAttendanceInput,
} from './attendance.ts'

const entryFilter = { status: z.optional(choice('Status', ATTENDANCE_STATUSES)) }

export const attendanceSubmissions = {
  list: list('/attendance-submissions', {
    summary: 'Entries, the latest session first; a student’s own only',
    action: 'attendance:read',
    query: {
      ...entryFilter,
      ...idFilters('attendance_session_id', 'student_id', 'group_id', 'department_id'),
    },
    row: AttendanceSubmission,
    failure: 'Failed to fetch attendance submissions',
  }),
  listBySession: list('/attendance-submissions/attendance-session/:session_id', {
    summary: 'The entries of a session, by roll number',
    action: 'attendance:read',
    query: entryFilter,
    row: AttendanceSubmission,
    failure: 'Failed to fetch attendance submissions',
  }),
  listByStudent: list('/attendance-submissions/student/:student_id', {
    summary: 'The entries of a student, the latest session first',
    action: 'attendance:read',
    query: {
      ...entryFilter,
      ...idFilters('department_id'),
      /** The days of the sessions, both included. */
      from: optionalDate('From'),
      to: optionalDate('To'),
    },
    row: AttendanceSubmission,
    failure: 'Failed to fetch attendance submissions by student',
  }),
  listByStudentAndGroup: list('/attendance-submissions/student/:student_id/group/:group_id', {
    summary: 'The entries of a student in a group',
    action: 'attendance:read',
    query: entryFilter,
    row: AttendanceSubmission,
    failure: 'Failed to fetch attendance submissions by student',
  }),
  record: get('/attendance-submissions/student/:student_id/record', {
    summary:
      'A student’s attendance by department, with what may still be missed, and as many of the first department’s entries as are asked for',
    action: 'attendance:read',
    /** The number of entries of the first department to send along, the latest session first. */
    query: z.object({ entries: z.optional(wholeNumberQuery('entries', PER_PAGE_MAX)) }),
    reply: z.object({ data: z.array(DepartmentRecord), entries: z.optional(page(AttendanceSubmission)) }),
    failure: 'Failed to fetch attendance submissions by student',
  }),
  read: get('/attendance-submissions/:id', {
    summary: 'One entry of a register',
    action: 'attendance:read',
    reply: one(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions',
  }),
  take: create('/attendance-submissions', {
    goesOn: 'attendance',
    summary: 'Take the attendance of a pending session; who is not posted is absent',
    action: 'attendance:take',
    body: TakeAttendanceInput,
    reply: one(AttendanceSession),
    failure: 'Failed to submit attendance',
  }),
  update: post('/attendance-submissions/update', {
    goesOn: 'attendance',
    summary: 'Change entries of a completed session; what was is kept as history',
    action: 'attendance:take',
    body: UpdateAttendanceInput,
    reply: one(AttendanceSession),
    failure: 'Failed to update attendance submission',
  }),
  remove: remove('/attendance-submissions/:id', {
    summary: 'Delete an entry',
    action: 'attendance:delete-entry',
    failure: 'Failed to delete attendance submission',
  }),
}
