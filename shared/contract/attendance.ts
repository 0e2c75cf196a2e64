import * as z from 'zod/mini'
import { endpoint, Message, one, page, pageQuery } from '../endpoint.ts'
import {
  choice,
  idField,
  idParam,
  optionalChoice,
  optionalDate,
  optionalLine,
  optionalText,
  readAt,
  requiredDate,
  requiredTime,
  wholeNumberQuery,
} from '../fields.ts'
import { ATTENDANCE_STATUSES, SESSION_STATUSES, STUDENT_STATUSES } from '../labels.ts'
import { ATTENDANCE_MARKS_MAX, ID_MAX, RECURRING_SESSIONS_MAX, YEARS } from '../limits.ts'
import { NamedRef } from './groups.ts'

/** How many of each status. */
export const AttendanceCounts = z.object({ present: z.int(), absent: z.int(), leave: z.int() })
export type AttendanceCounts = z.infer<typeof AttendanceCounts>

export const AttendanceSession = z.object({
  id: z.int(),
  department_id: z.int(),
  batch_id: z.int(),
  year: z.nullable(z.enum(YEARS)),
  group_id: z.int(),
  activity_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  staff_id: z.int(),
  status: z.enum(SESSION_STATUSES),
  remarks: z.nullable(z.string()),
  /** The instant at which it starts, by the college's clock. */
  date_time: z.string(),
  department: NamedRef,
  batch: NamedRef,
  group: NamedRef,
  staff: NamedRef,
  /** Of a completed session. */
  counts: z.nullable(AttendanceCounts),
  /** Who took the attendance, and when. */
  taken_by: z.nullable(NamedRef),
  taken_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AttendanceSession = z.infer<typeof AttendanceSession>

const sessionFields = {
  department_id: idField('Department'),
  batch_id: idField('Batch'),
  group_id: idField('Group'),
  start_time: requiredTime('Start time'),
  end_time: requiredTime('End time'),
  staff_id: idField('Staff'),
  year: optionalChoice('Year', YEARS),
  remarks: optionalText('Remarks'),
}

/** A session is created as pending; taking its attendance completes it (operations.md §4). */
export const AttendanceSessionInput = z.object({
  ...sessionFields,
  activity_date: requiredDate('Activity date'),
  status: z.optional(choice('Status', SESSION_STATUSES)),
})
export const AttendanceSessionChange = z.object({ ...z.partial(AttendanceSessionInput).shape, ...readAt })

/** One session on each chosen weekday from `activity_date` until `until`, but for the days in `skip`. */
export const RecurringSessionsInput = z.object({
  ...sessionFields,
  activity_date: requiredDate('Activity date'),
  until: requiredDate('Until'),
  weekdays: z
    .array(
      z
        .int('Weekday must be 1 to 7')
        .check(z.minimum(1, 'Weekday must be 1 to 7'), z.maximum(7, 'Weekday must be 1 to 7')),
      'Weekdays are required',
    )
    .check(z.minLength(1, 'Choose at least one weekday'), z.maxLength(7, 'Weekdays are at most 7')),
  skip: z.optional(z.array(requiredDate('Skipped day'), 'Skipped days must be a list').check(z.maxLength(400))),
})

/** What a recurring action would make on one day. */
export const RecurringDay = z.object({
  activity_date: z.string(),
  outcome: z.enum(['create', 'skipped', 'exists']),
})
export type RecurringDay = z.infer<typeof RecurringDay>

/** A student's mark in a session (operations.md §3). */
export const AttendanceSubmission = z.object({
  id: z.int(),
  attendance_session_id: z.int(),
  student_id: z.int(),
  status: z.enum(ATTENDANCE_STATUSES),
  remarks: z.nullable(z.string()),
  updated_at: z.string(),
  student: z.object({
    id: z.int(),
    name: z.string(),
    roll_no: z.nullable(z.string()),
    status: z.enum(STUDENT_STATUSES),
  }),
  attendance_session: z.object({
    id: z.int(),
    activity_date: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    date_time: z.string(),
    status: z.enum(SESSION_STATUSES),
    remarks: z.nullable(z.string()),
    department: NamedRef,
    group: NamedRef,
  }),
})
export type AttendanceSubmission = z.infer<typeof AttendanceSubmission>

/** One line of the list that attendance is taken with. */
export const RosterStudent = z.object({
  student_id: z.int(),
  name: z.string(),
  roll_no: z.nullable(z.string()),
  student_status: z.enum(STUDENT_STATUSES),
  /** Only who is active is marked; the others are shown and left out. */
  is_marked: z.boolean(),
  submission_id: z.nullable(z.int()),
  status: z.nullable(z.enum(ATTENDANCE_STATUSES)),
  remarks: z.nullable(z.string()),
})
export type RosterStudent = z.infer<typeof RosterStudent>

/** Who changed which mark, and when. */
export const MarkChange = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.nullable(NamedRef),
  student: z.object({ id: z.int(), name: z.string(), roll_no: z.nullable(z.string()) }),
  from: z.nullable(z.enum(ATTENDANCE_STATUSES)),
  to: z.nullable(z.enum(ATTENDANCE_STATUSES)),
})
export type MarkChange = z.infer<typeof MarkChange>

const Mark = z.object({
  student_id: idField('Student'),
  status: choice('Status', ATTENDANCE_STATUSES),
  remarks: optionalLine('Remarks', 500),
})

const marks = z
  .array(Mark, 'submissions must be a list')
  .check(z.maxLength(ATTENDANCE_MARKS_MAX, `submissions must be at most ${ATTENDANCE_MARKS_MAX}`))

/** The first taking: one row for each active student of the group, those not posted absent (server-rules.md §6). */
export const TakeAttendanceInput = z.object({
  attendance_session_id: idField('Attendance session'),
  submissions: marks,
  submission_type: z.optional(choice('Submission type', ['bulk_create'])),
  /** Made by the device for one taking: sent again after a lost answer, it is known and not refused. */
  key: z.optional(z.string('key must be text').check(z.maxLength(60, 'key must be at most 60 characters'))),
})

export const UpdateAttendanceInput = z.object({
  attendance_session_id: idField('Attendance session'),
  submissions: marks,
  submission_type: z.optional(z.string().check(z.maxLength(40))),
  ...readAt,
})

/** A student's attendance in one department (ADR 0005, server-rules.md §6). */
export const DepartmentRecord = z.object({
  department: NamedRef,
  ...AttendanceCounts.shape,
  total: z.int(),
  /** present / total, a whole percent; null while there is no session. */
  rate: z.nullable(z.int()),
  /** Sessions of the student's groups that are planned and not over yet. */
  planned: z.int(),
  /** The college's minimum, in percent. */
  minimum: z.int(),
  /** How many of the planned sessions may be missed; negative: so many are lacking even if none is missed. */
  may_miss: z.int(),
})
export type DepartmentRecord = z.infer<typeof DepartmentRecord>

const params = z.object({ id: idParam })
const sessionFilter = {
  department_id: z.optional(wholeNumberQuery('department_id', ID_MAX)),
  batch_id: z.optional(wholeNumberQuery('batch_id', ID_MAX)),
  group_id: z.optional(wholeNumberQuery('group_id', ID_MAX)),
  staff_id: z.optional(wholeNumberQuery('staff_id', ID_MAX)),
  status: z.optional(choice('Status', SESSION_STATUSES)),
  from: optionalDate('From'),
  to: optionalDate('To'),
}
const markFilter = { status: z.optional(choice('Status', ATTENDANCE_STATUSES)) }

export const attendanceSessions = {
  list: endpoint({
    method: 'GET',
    path: '/attendance-sessions',
    summary: 'Attendance sessions, the latest first; a student’s own groups only',
    action: 'attendance:read',
    query: z.object({ ...pageQuery, ...sessionFilter }),
    reply: page(AttendanceSession),
    failure: 'Failed to fetch attendance sessions',
  }),
  listByGroup: endpoint({
    method: 'GET',
    path: '/attendance-sessions/group/:group_id',
    summary: 'The sessions of a group, the latest first',
    action: 'attendance:read',
    params: z.object({ group_id: idParam }),
    query: z.object({ ...pageQuery, status: sessionFilter.status }),
    reply: page(AttendanceSession),
    failure: 'Failed to fetch attendance sessions',
  }),
  listByGroupAndStatus: endpoint({
    method: 'GET',
    path: '/attendance-sessions/group/:group_id/:status',
    summary: 'The sessions of a group with a status',
    action: 'attendance:read',
    params: z.object({ group_id: idParam, status: choice('Status', SESSION_STATUSES) }),
    query: z.object(pageQuery),
    reply: page(AttendanceSession),
    failure: 'Failed to fetch attendance sessions',
  }),
  notTaken: endpoint({
    method: 'GET',
    path: '/attendance-sessions/register-not-taken',
    summary: 'Pending sessions whose time has passed, the oldest first',
    action: 'attendance:oversee',
    query: z.object({ ...pageQuery, department_id: sessionFilter.department_id }),
    reply: page(AttendanceSession),
    failure: 'Failed to fetch attendance sessions',
  }),
  read: endpoint({
    method: 'GET',
    path: '/attendance-sessions/:id',
    summary: 'One session',
    action: 'attendance:read',
    params,
    reply: one(AttendanceSession),
    failure: 'Failed to fetch attendance sessions',
  }),
  roster: endpoint({
    method: 'GET',
    path: '/attendance-sessions/:id/roster',
    summary: 'The students of a session’s group with their marks, by roll number',
    action: 'attendance:mark',
    params,
    query: z.object(pageQuery),
    reply: page(RosterStudent),
    failure: 'Failed to fetch students for this group',
  }),
  history: endpoint({
    method: 'GET',
    path: '/attendance-sessions/:id/history',
    summary: 'Who changed which mark of a session after it was taken, newest first',
    action: 'attendance:mark',
    params,
    query: z.object(pageQuery),
    reply: page(MarkChange),
    failure: 'Failed to fetch history',
  }),
  create: endpoint({
    method: 'POST',
    path: '/attendance-sessions',
    summary: 'Add a session',
    action: 'attendance:write',
    body: AttendanceSessionInput,
    reply: one(AttendanceSession),
    status: 201,
    failure: 'Failed to create attendance session',
  }),
  previewRecurring: endpoint({
    method: 'POST',
    path: '/attendance-sessions/recurring/preview',
    summary: 'The days on which a recurring action would make a session; nothing is written',
    action: 'attendance:write',
    body: RecurringSessionsInput,
    reply: z.object({ data: z.array(RecurringDay) }),
    failure: 'Failed to create attendance session',
  }),
  createRecurring: endpoint({
    method: 'POST',
    path: '/attendance-sessions/recurring',
    summary: `Add a session on every chosen weekday until a day, at most ${RECURRING_SESSIONS_MAX}; all or none`,
    action: 'attendance:write',
    body: RecurringSessionsInput,
    reply: z.object({ data: z.array(AttendanceSession) }),
    status: 201,
    failure: 'Failed to create attendance session',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/attendance-sessions/:id',
    summary: 'Change a session',
    action: 'attendance:write',
    params,
    body: AttendanceSessionChange,
    reply: one(AttendanceSession),
    failure: 'Failed to update attendance session',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/attendance-sessions/:id',
    summary: 'Delete a session whose attendance has not been taken',
    action: 'attendance:write',
    params,
    reply: Message,
    failure: 'Failed to delete attendance session',
  }),
}

export const attendanceSubmissions = {
  list: endpoint({
    method: 'GET',
    path: '/attendance-submissions',
    summary: 'Marks, the latest session first; a student’s own only',
    action: 'attendance:read',
    query: z.object({
      ...pageQuery,
      ...markFilter,
      attendance_session_id: z.optional(wholeNumberQuery('attendance_session_id', ID_MAX)),
      student_id: z.optional(wholeNumberQuery('student_id', ID_MAX)),
      group_id: sessionFilter.group_id,
      department_id: sessionFilter.department_id,
    }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions',
  }),
  listBySession: endpoint({
    method: 'GET',
    path: '/attendance-submissions/attendance-session/:session_id',
    summary: 'The marks of a session, by roll number',
    action: 'attendance:read',
    params: z.object({ session_id: idParam }),
    query: z.object({ ...pageQuery, ...markFilter }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions',
  }),
  listByStudent: endpoint({
    method: 'GET',
    path: '/attendance-submissions/student/:student_id',
    summary: 'The marks of a student, the latest session first',
    action: 'attendance:read',
    params: z.object({ student_id: idParam }),
    query: z.object({ ...pageQuery, ...markFilter, department_id: sessionFilter.department_id }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions by student',
  }),
  listByStudentAndGroup: endpoint({
    method: 'GET',
    path: '/attendance-submissions/student/:student_id/group/:group_id',
    summary: 'The marks of a student in a group',
    action: 'attendance:read',
    params: z.object({ student_id: idParam, group_id: idParam }),
    query: z.object({ ...pageQuery, ...markFilter }),
    reply: page(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions by student',
  }),
  record: endpoint({
    method: 'GET',
    path: '/attendance-submissions/student/:student_id/record',
    summary: 'A student’s attendance by department, with what may still be missed',
    action: 'attendance:read',
    params: z.object({ student_id: idParam }),
    reply: z.object({ data: z.array(DepartmentRecord) }),
    failure: 'Failed to fetch attendance submissions by student',
  }),
  read: endpoint({
    method: 'GET',
    path: '/attendance-submissions/:id',
    summary: 'One mark',
    action: 'attendance:read',
    params,
    reply: one(AttendanceSubmission),
    failure: 'Failed to fetch attendance submissions',
  }),
  take: endpoint({
    method: 'POST',
    path: '/attendance-submissions',
    summary: 'Take the attendance of a pending session; who is not posted is absent',
    action: 'attendance:mark',
    body: TakeAttendanceInput,
    reply: one(AttendanceSession),
    failure: 'Failed to submit attendance',
  }),
  update: endpoint({
    method: 'POST',
    path: '/attendance-submissions/update',
    summary: 'Change marks of a completed session; what was is kept as history',
    action: 'attendance:mark',
    body: UpdateAttendanceInput,
    reply: one(AttendanceSession),
    failure: 'Failed to update attendance submission',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/attendance-submissions/:id',
    summary: 'Delete a mark',
    action: 'attendance:delete-mark',
    params,
    reply: Message,
    failure: 'Failed to delete attendance submission',
  }),
}
