import * as z from 'zod/mini'
import {
  choice,
  idField,
  optionalChoice,
  optionalLine,
  optionalText,
  optionalWord,
  readAt,
  requiredDate,
} from '../fields.ts'
import { ATTENDANCE_STATUSES, SESSION_STATUSES, STUDENT_STATUSES } from '../labels.ts'
import { ATTENDANCE_ENTRIES_MAX, MARK_REMARKS_MAX, YEARS } from '../limits.ts'
import { requiredEndTime, requiredTime, type TimesInput, timeProblems } from '../time-fields.ts'
import { isDay } from '../written-day.ts'
import { NamedRef, StudentRef } from './groups.ts'

/** The number of entries by status. */
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
  /** An end at or before the start is on the next day; 24:00 is the end of the day. */
  end_time: z.string(),
  staff_id: z.int(),
  status: z.enum(SESSION_STATUSES),
  remarks: z.nullable(z.string()),
  /** The instant of the start, by the college's clock. */
  date_time: z.string(),
  department: NamedRef,
  batch: NamedRef,
  group: NamedRef,
  staff: NamedRef,
  /** Null until the session is completed. */
  counts: z.nullable(AttendanceCounts),
  /** The person who took the attendance, and the time. */
  taken_by: z.nullable(NamedRef),
  taken_at: z.nullable(z.string()),
  /** The entry of the asking student; left out for everybody else. */
  own_status: z.optional(z.nullable(z.enum(ATTENDANCE_STATUSES))),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AttendanceSession = z.infer<typeof AttendanceSession>

const sessionFields = {
  department_id: idField('Department'),
  batch_id: idField('Batch'),
  group_id: idField('Group'),
  start_time: requiredTime('Start time'),
  end_time: requiredEndTime('End time'),
  staff_id: idField('Staff'),
  year: optionalChoice('Year', YEARS),
  remarks: optionalText('Remarks'),
}

/** Returns the problems of recurring sessions, by field. */
function recurringProblems(many: TimesInput & { activity_date: string; until: string }): Record<string, string[]> {
  const problems = timeProblems(many)
  if (isDay(many.until) && isDay(many.activity_date) && many.until < many.activity_date)
    problems.until = ['Until must be on or after the activity date']
  return problems
}

/** Makes a check of a whole body out of a function that returns problems by field. */
const holds = <T>(problemsOf: (value: T) => Record<string, string[]>) =>
  z.check<T>((context) => {
    for (const [field, messages] of Object.entries(problemsOf(context.value)))
      context.issues.push({ code: 'custom', input: context.value, path: [field], message: messages.join(' ') })
  })

/** A session is created as pending; taking its attendance completes it. */
const oneSession = {
  ...sessionFields,
  activity_date: requiredDate('Activity date'),
  status: z.optional(choice('Status', SESSION_STATUSES)),
}
export const AttendanceSessionInput = z.object(oneSession).check(holds(timeProblems))
/** A missing field keeps its stored value, so the writer checks the whole. */
export const AttendanceSessionChange = z
  .object({ ...z.partial(z.object(oneSession)).shape, ...readAt })
  .check(holds(timeProblems))

const SKIPPED_MAX = 400

/** A session on each chosen weekday from `activity_date` until `until`, but for the days in `skip`. */
const recurringSessions = {
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
  skip: z.optional(
    z
      .array(requiredDate('Skipped day'), 'Skipped days must be a list')
      .check(z.maxLength(SKIPPED_MAX, `Skipped days are at most ${SKIPPED_MAX}`)),
  ),
}
export const RecurringSessionsInput = z.object(recurringSessions).check(holds(recurringProblems))

/** The two bodies that the form of a new session may send. */
export const NewSessionForm = z.discriminatedUnion('repeat', [
  z.object({ ...oneSession, repeat: z.literal(false) }).check(holds(timeProblems)),
  z.object({ ...recurringSessions, repeat: z.literal(true) }).check(holds(recurringProblems)),
])

/** The sessions that a recurring action would make on one day. */
export const RecurringDay = z.object({
  activity_date: z.string(),
  outcome: z.enum(['create', 'skipped', 'exists']),
  /** The staff member holds another session at this time. */
  staff_busy: z.optional(z.boolean()),
})
export type RecurringDay = z.infer<typeof RecurringDay>

/** A student's entry in a session. */
export const AttendanceSubmission = z.object({
  id: z.int(),
  attendance_session_id: z.int(),
  student_id: z.int(),
  status: z.enum(ATTENDANCE_STATUSES),
  remarks: z.nullable(z.string()),
  updated_at: z.string(),
  student: StudentRef,
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

/** A line of the register. */
export const RosterStudent = z.object({
  student_id: z.int(),
  name: z.string(),
  roll_no: z.nullable(z.string()),
  student_status: z.enum(STUDENT_STATUSES),
  /** True for an active student. Other students are shown, but get no entry. */
  is_marked: z.boolean(),
  submission_id: z.nullable(z.int()),
  status: z.nullable(z.enum(ATTENDANCE_STATUSES)),
  remarks: z.nullable(z.string()),
  /** Leave was granted for this session; the register suggests it. */
  has_leave: z.boolean(),
  /** The day on which a student joined after the session's day; such a student is absent only if marked so. */
  joined_on: z.nullable(z.string()),
  /** The day on which a member of the session's day left the group. */
  left_on: z.nullable(z.string()),
})
export type RosterStudent = z.infer<typeof RosterStudent>

const fromTo = <T extends z.ZodMiniType>(value: T) =>
  z.nullable(z.object({ from: z.nullable(value), to: z.nullable(value) }))

/** A change of an entry, with the person and the time; unchanged fields are null. */
export const EntryChange = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.nullable(NamedRef),
  student: z.object({ id: z.int(), name: z.string(), roll_no: z.nullable(z.string()) }),
  status: fromTo(z.enum(ATTENDANCE_STATUSES)),
  remarks: fromTo(z.string()),
})
export type EntryChange = z.infer<typeof EntryChange>

const Entry = z.object(
  {
    student_id: idField('Student'),
    status: choice('Status', ATTENDANCE_STATUSES),
    remarks: optionalLine('Remarks', MARK_REMARKS_MAX),
  },
  'Each of submissions has a student_id and a status',
)

const entries = z
  .array(Entry, 'submissions must be a list')
  .check(z.maxLength(ATTENDANCE_ENTRIES_MAX, `submissions must be at most ${ATTENDANCE_ENTRIES_MAX}`))

/**
 * The first taking. It makes an entry for each active student who was a member on the session's day, absent if not
 * posted, and for each posted student who joined later.
 */
export const TakeAttendanceInput = z.object({
  attendance_session_id: idField('Attendance session'),
  submissions: entries,
  submission_type: z.optional(choice('Submission type', ['bulk_create'])),
  /** Made by the device for one taking, so that a register sent again after a lost answer is recognised. */
  key: optionalWord('key', 60),
})

export const UpdateAttendanceInput = z.object({
  attendance_session_id: idField('Attendance session'),
  submissions: entries,
  submission_type: optionalWord('Submission type', 40),
  ...readAt,
})

/** A student's attendance in one department (docs/decisions/0005). */
export const DepartmentRecord = z.object({
  department: NamedRef,
  ...AttendanceCounts.shape,
  total: z.int(),
  /** present / total as a whole percent; null while there is no session. */
  rate: z.nullable(z.int()),
  /** The rate with one decimal, to stand beside the minimum. It never equals it when the exact share is below. */
  precise_rate: z.nullable(z.number()),
  /** Sessions of the student's groups that are planned and not over yet. */
  planned: z.int(),
  /** The minimum that is asked in the department, in percent: the college's, or that of the rules of eligibility. */
  minimum: z.int(),
  /** The planned sessions that may be missed. A negative number is the lack that remains even if none is missed. */
  may_miss: z.int(),
})
export type DepartmentRecord = z.infer<typeof DepartmentRecord>
