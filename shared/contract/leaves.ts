import * as z from 'zod/mini'
import { collegeToday } from '../college-clock.ts'
import { create, get, list, one, post } from '../endpoint.ts'
import { choice, idField, idFilters, optionalDate, optionalText, readAt } from '../fields.ts'
import { LEAVE_FILE } from '../files.ts'
import { idListText } from '../id-lists.ts'
import { LEAVE_STATUSES, SESSION_STATUSES } from '../labels.ts'
import { LEAVE_AHEAD_DAYS, LEAVE_BACK_DAYS, LEAVE_SESSIONS_MAX } from '../limits.ts'
import { isDay } from '../written-day.ts'
import { NamedRef, StudentRef } from './groups.ts'

/** A department's answer to a leave request. */
export const LeaveAnswer = z.object({
  department: NamedRef,
  status: z.enum(LEAVE_STATUSES),
  note: z.nullable(z.string()),
  /** The person who granted or refused it, and the time. */
  answered_by: z.nullable(NamedRef),
  answered_at: z.nullable(z.string()),
  updated_at: z.string(),
})
export type LeaveAnswer = z.infer<typeof LeaveAnswer>

/** A session of a leave request. */
export const LeaveSession = z.object({
  id: z.int(),
  department: NamedRef,
  group: NamedRef,
  activity_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  status: z.enum(SESSION_STATUSES),
})
export type LeaveSession = z.infer<typeof LeaveSession>

/** A leave request: whole days, or some sessions and then no days. */
export const Leave = z.object({
  id: z.int(),
  student_id: z.int(),
  student: StudentRef,
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  /** The sessions that are planned or were held, by their time. Staff of a department get only its own. */
  sessions: z.array(LeaveSession),
  reason: z.string(),
  file: z.nullable(z.object({ name: z.string(), size: z.int(), type: z.string() })),
  /** The answer of each department that is asked, by name. Staff of a department get only its own. */
  answers: z.array(LeaveAnswer),
  created_at: z.string(),
})
export type Leave = z.infer<typeof Leave>

export const LEAVE_TEXTS = {
  nothing: 'Choose the days or the sessions',
  both: 'Choose either days or sessions',
  order: 'The last day must be on or after the first day',
  early: `The first day can be at most ${LEAVE_BACK_DAYS} days ago`,
  late: `The last day can be at most ${LEAVE_AHEAD_DAYS} days ahead`,
  noteMissing: 'Please enter a note: the student is told why',
} as const

interface LeaveSpan {
  first_day?: string | null | undefined
  last_day?: string | null | undefined
  session_ids?: readonly number[] | undefined
}

/** Returns the first and the last day that leave can be asked for, `YYYY-MM-DD`. */
export function leaveDays(today = collegeToday()): { first: string; last: string } {
  const day = Temporal.PlainDate.from(today)
  return {
    first: day.subtract({ days: LEAVE_BACK_DAYS }).toString(),
    last: day.add({ days: LEAVE_AHEAD_DAYS }).toString(),
  }
}

/** Returns the problems of the request, by field; the schema refuses dates that are none. */
export function askedProblems({ first_day, last_day, session_ids = [] }: LeaveSpan): Record<string, string[]> {
  const hasDays = Boolean(first_day || last_day)
  if (session_ids.length > 0) return hasDays ? { session_ids: [LEAVE_TEXTS.both] } : {}
  if (!hasDays) return { first_day: [LEAVE_TEXTS.nothing] }
  if (!first_day) return { first_day: ['First day is required'] }
  if (!last_day) return { last_day: ['Last day is required'] }
  if (!isDay(first_day) || !isDay(last_day)) return {}
  const { first, last } = leaveDays()
  return {
    ...(first_day < first ? { first_day: [LEAVE_TEXTS.early] } : {}),
    ...(last_day < first_day
      ? { last_day: [LEAVE_TEXTS.order] }
      : last_day > last
        ? { last_day: [LEAVE_TEXTS.late] }
        : {}),
  }
}

/** The text fields of the form; the file comes as `file`. Lists of ids are JSON: `[7, 9]`. */
export const LeaveInput = z
  .object({
    first_day: optionalDate('First day'),
    last_day: optionalDate('Last day'),
    /** The departments to ask for whole days. If missing: each one in which the student has a group. */
    department_ids: idListText('Departments', LEAVE_SESSIONS_MAX),
    session_ids: idListText('Sessions', LEAVE_SESSIONS_MAX),
    reason: z.pipe(optionalText('Reason', 1_000), z.string('Reason is required')),
  })
  .check((context) => {
    for (const [field, messages] of Object.entries(askedProblems(context.value)))
      context.issues.push({ code: 'custom', input: context.value, path: [field], message: messages.join(' ') })
  })

/** The decision of the head of a department. */
export const LeaveDecision = z
  .object({
    department_id: idField('Department'),
    status: choice('Status', ['granted', 'refused']),
    note: optionalText('Note', 1_000),
    ...readAt,
  })
  .check((context) => {
    const { status, note } = context.value
    if (status === 'refused' && !note)
      context.issues.push({ code: 'custom', input: context.value, path: ['note'], message: LEAVE_TEXTS.noteMissing })
  })

export const leaves = {
  list: list('/leaves', {
    summary: 'Leave requests, newest first, those that wait oldest first; a student’s own only',
    action: 'leaves:read',
    query: {
      /** Finds requests with an answer of this status. */
      status: z.optional(choice('Status', LEAVE_STATUSES)),
      ...idFilters('department_id', 'student_id'),
    },
    row: Leave,
    failure: 'Failed to fetch leave requests',
  }),
  read: get('/leaves/:id', {
    summary: 'One leave request',
    action: 'leaves:read',
    reply: one(Leave),
    failure: 'Failed to fetch leave requests',
  }),
  create: create('/leaves', {
    summary: 'Ask for leave for days or sessions, with a reason and a file if there is one',
    action: 'leaves:ask',
    body: LeaveInput,
    upload: LEAVE_FILE,
    reply: one(Leave),
    failure: 'Failed to ask for leave',
  }),
  decide: post('/leaves/:id/decision', {
    goesOn: 'change',
    summary: 'Grant or refuse leave for a department, or decide otherwise than before',
    action: 'leaves:decide',
    body: LeaveDecision,
    reply: one(Leave),
    failure: 'Failed to save the decision',
  }),
  withdraw: post('/leaves/:id/withdrawal', {
    goesOn: 'change',
    summary: 'Withdraw the own leave request where it has not been decided yet',
    action: 'leaves:ask',
    reply: one(Leave),
    failure: 'Failed to withdraw the leave request',
  }),
  download: get('/leaves/:id/file/download', {
    summary: 'The file of a leave request, to keep',
    action: 'leaves:read',
    file: { type: 'application/octet-stream', description: 'The file' },
    failure: 'Failed to download file. Please try again.',
  }),
  view: get('/leaves/:id/file/view', {
    summary: 'The file of a leave request, to open in the browser',
    action: 'leaves:read',
    file: { type: 'application/octet-stream', description: 'The file' },
    failure: 'Failed to open file. Please try again.',
  }),
}
