import * as z from 'zod/mini'
import { endpoint, Message, one, page, pageQuery } from '../endpoint.ts'
import { choice, idParam, optionalDate, wholeNumberQuery } from '../fields.ts'
import { SESSION_STATUSES } from '../labels.ts'
import { ID_MAX, RECURRING_SESSIONS_MAX } from '../limits.ts'
import {
  AttendanceSession,
  AttendanceSessionChange,
  AttendanceSessionInput,
  EntryChange,
  RecurringDay,
  RecurringSessionsInput,
  RosterStudent,
} from './attendance.ts'

/** The pending sessions alone that the caller holds, up to today, or whose time has passed. */
export const SESSIONS_ONLY = ['mine', 'not-taken'] as const
export type SessionsOnly = (typeof SESSIONS_ONLY)[number]

const params = z.object({ id: idParam })
const sessionFilter = {
  department_id: z.optional(wholeNumberQuery('department_id', ID_MAX)),
  batch_id: z.optional(wholeNumberQuery('batch_id', ID_MAX)),
  group_id: z.optional(wholeNumberQuery('group_id', ID_MAX)),
  staff_id: z.optional(wholeNumberQuery('staff_id', ID_MAX)),
  status: z.optional(choice('Status', SESSION_STATUSES)),
  from: optionalDate('From'),
  to: optionalDate('To'),
  only: z.optional(choice('only', SESSIONS_ONLY)),
}

export const attendanceSessions = {
  list: endpoint({
    method: 'GET',
    path: '/attendance-sessions',
    summary: 'Attendance sessions, the latest first, with `only` the oldest; a student’s own groups only',
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
    summary: 'A session and the students of its group with their entries, by roll number',
    action: 'attendance:take',
    params,
    query: z.object(pageQuery),
    reply: z.extend(page(RosterStudent), { session: AttendanceSession }),
    failure: 'Failed to fetch students for this group',
  }),
  history: endpoint({
    method: 'GET',
    path: '/attendance-sessions/:id/history',
    summary: 'Who changed which entry of a session after it was taken, newest first',
    action: 'attendance:take',
    params,
    query: z.object(pageQuery),
    reply: page(EntryChange),
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
