import * as z from 'zod/mini'
import { create, get, list, one, page, pageQuery, post, put, remove } from '../endpoint.ts'
import { choice, idFilters, optionalDate } from '../fields.ts'
import { SESSION_STATUSES } from '../labels.ts'
import { LARGE_A_DAY_MAX, RECURRING_SESSIONS_MAX } from '../limits.ts'
import { SESSIONS_ONLY } from '../only.ts'
import {
  AttendanceSession,
  AttendanceSessionChange,
  AttendanceSessionInput,
  EntryChange,
  RecurringDay,
  RecurringSessionsInput,
  RosterStudent,
} from './attendance.ts'

const sessionFilter = {
  ...idFilters('department_id', 'batch_id', 'group_id', 'staff_id'),
  status: z.optional(choice('Status', SESSION_STATUSES)),
  from: optionalDate('From'),
  to: optionalDate('To'),
  only: z.optional(choice('only', SESSIONS_ONLY)),
}

export const attendanceSessions = {
  list: list('/attendance-sessions', {
    summary: 'Attendance sessions, the latest first, with `only` the oldest; a student’s own groups only',
    action: 'attendance:read',
    query: sessionFilter,
    row: AttendanceSession,
    failure: 'Failed to fetch attendance sessions',
  }),
  listByGroup: list('/attendance-sessions/group/:group_id', {
    summary: 'The sessions of a group, the latest first',
    action: 'attendance:read',
    query: { status: sessionFilter.status },
    row: AttendanceSession,
    failure: 'Failed to fetch attendance sessions',
  }),
  listByGroupAndStatus: list('/attendance-sessions/group/:group_id/:status', {
    summary: 'The sessions of a group with a status',
    action: 'attendance:read',
    params: { status: choice('Status', SESSION_STATUSES) },
    row: AttendanceSession,
    failure: 'Failed to fetch attendance sessions',
  }),
  notTaken: list('/attendance-sessions/register-not-taken', {
    summary: 'Pending sessions whose time has passed, the oldest first',
    action: 'attendance:oversee',
    query: { department_id: sessionFilter.department_id },
    row: AttendanceSession,
    failure: 'Failed to fetch attendance sessions',
  }),
  read: get('/attendance-sessions/:id', {
    summary: 'One session',
    action: 'attendance:read',
    reply: one(AttendanceSession),
    failure: 'Failed to fetch attendance sessions',
  }),
  roster: get('/attendance-sessions/:id/roster', {
    summary:
      'A session and the students who were in its group on its day, or joined later, with their entries, by roll number',
    action: 'attendance:take',
    query: z.object(pageQuery),
    reply: z.extend(page(RosterStudent), { session: AttendanceSession }),
    failure: 'Failed to fetch students for this group',
  }),
  history: list('/attendance-sessions/:id/history', {
    summary: 'Who changed which entry of a session after it was taken, newest first',
    action: 'attendance:take',
    row: EntryChange,
    failure: 'Failed to fetch history',
  }),
  create: create('/attendance-sessions', {
    goesOn: 'attendance',
    summary: 'Add a session',
    action: 'attendance:write',
    body: AttendanceSessionInput,
    reply: one(AttendanceSession),
    failure: 'Failed to create attendance session',
  }),
  previewRecurring: post('/attendance-sessions/recurring/preview', {
    goesOn: 'look',
    summary: 'The days on which a recurring action would make a session; nothing is written',
    action: 'attendance:write',
    body: RecurringSessionsInput,
    reply: z.object({ data: z.array(RecurringDay) }),
    failure: 'Failed to create attendance session',
  }),
  createRecurring: create('/attendance-sessions/recurring', {
    aDay: { most: LARGE_A_DAY_MAX, noun: 'recurring sessions' },
    costly: true,
    summary: `Add a session on every chosen weekday until a day, at most ${RECURRING_SESSIONS_MAX}; all or none`,
    action: 'attendance:write',
    body: RecurringSessionsInput,
    reply: z.object({ data: z.array(AttendanceSession) }),
    failure: 'Failed to create attendance session',
  }),
  update: put('/attendance-sessions/:id', {
    goesOn: 'attendance',
    summary: 'Change a session',
    action: 'attendance:write',
    body: AttendanceSessionChange,
    reply: one(AttendanceSession),
    failure: 'Failed to update attendance session',
  }),
  remove: remove('/attendance-sessions/:id', {
    summary: 'Delete a session whose attendance has not been taken',
    action: 'attendance:write',
    failure: 'Failed to delete attendance session',
  }),
}
