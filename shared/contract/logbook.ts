import * as z from 'zod/mini'
import { get, list, one } from '../endpoint.ts'
import { choice, idFilters, optionalDate } from '../fields.ts'
import { type AGE_BANDS, LEVELS } from '../labels.ts'
import { NamedRef, StudentRef } from './groups.ts'
import { OwnPosting } from './postings.ts'

/** A requirement: a skill asked of a group, so often, in a time. It is a bulk task with its frequency. */
export const Requirement = z.object({
  task_id: z.int(),
  name: z.string(),
  required: z.int(),
  /** The performances that count towards it; may be more than are required. */
  counted: z.int(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  /** The last day of the group’s posting, where the requirement has none of its own: what is done later counts too. */
  posting_end: z.nullable(z.string()),
})
export type Requirement = z.infer<typeof Requirement>

/** The standing of a student in a skill. */
export const SkillStanding = z.object({
  skill: z.object({
    id: z.int(),
    name: z.string(),
    code: z.nullable(z.string()),
    category: z.nullable(z.string()),
    level: z.enum(LEVELS),
  }),
  department: NamedRef,
  requirements: z.array(Requirement),
  /** The sum of what is required; null without a requirement. */
  required: z.nullable(z.int()),
  /** The performances that wait for a signature. */
  logged: z.int(),
  signed: z.int(),
  /** The performances that count, of each requirement at most as many as it asks for. */
  counted: z.int(),
  returned: z.int(),
  level_reached: z.nullable(z.enum(LEVELS)),
  /** The last day of the requirement that ends next. */
  ends_on: z.nullable(z.string()),
  /** True where that day is the end of a posting. */
  ends_with_posting: z.boolean(),
})
export type SkillStanding = z.infer<typeof SkillStanding>

export const StudentLogbook = z.object({
  student: StudentRef,
  skills: z.array(SkillStanding),
  /** The postings that run today or come later, by first day. */
  postings: z.array(OwnPosting),
})
export type StudentLogbook = z.infer<typeof StudentLogbook>

/** The choices of the form in which a student logs. */
export const LogChoices = z.object({
  departments: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      supervisors: z.array(z.object({ id: z.int(), name: z.string(), is_head: z.boolean() })),
      /** The places of the student’s latest entries there, then those of others. */
      places: z.array(z.string()),
      /** The ward of the posting that runs there today. */
      ward: z.nullable(z.string()),
      /** The place and the supervisor of the latest entry. */
      last: z.nullable(z.object({ place: z.nullable(z.string()), supervisor_id: z.int() })),
    }),
  ),
  skills: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      code: z.nullable(z.string()),
      category: z.nullable(z.string()),
      department_id: z.int(),
      level: z.enum(LEVELS),
      allows_simulation: z.boolean(),
      observed_share: z.int(),
    }),
  ),
  /** Entries of earlier days need a head of the department as supervisor. */
  earliest_day: z.string(),
})
export type LogChoices = z.infer<typeof LogChoices>

/** The column of a requirement in a group's matrix. */
export const MatrixSkill = z.object({
  task_id: z.int(),
  skill: z.object({ id: z.int(), name: z.string(), code: z.nullable(z.string()) }),
  name: z.string(),
  required: z.int(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  posting_end: z.nullable(z.string()),
  /** True when at least half of its time is over. */
  is_half_over: z.boolean(),
})

export const MatrixCell = z.object({
  task_id: z.int(),
  counted: z.int(),
  logged: z.int(),
  returned: z.int(),
  /** True when half of the time is over and less than half of it counts. */
  is_behind: z.boolean(),
})

export const GroupMatrix = z.object({
  group: z.object({ id: z.int(), name: z.string(), batch: NamedRef, department: NamedRef }),
  skills: z.array(MatrixSkill),
  students: z.array(z.object({ student: StudentRef, cells: z.array(MatrixCell) })),
})
export type GroupMatrix = z.infer<typeof GroupMatrix>

/** The kinds of hints that a performance or a signature may be worth a look. */
export const HINT_KINDS = ['absent-day', 'many-a-day', 'back-dated', 'many-a-minute', 'one-supervisor'] as const
export type HintKind = (typeof HINT_KINDS)[number]

/** A hint that entries may be worth a look: no verdict. */
export const Hint = z.object({
  kind: z.enum(HINT_KINDS),
  /** The student whose entries these are; null where the hint is about signatures. */
  student: z.nullable(StudentRef),
  /** The person who has signed, where the hint is about signatures. */
  person: z.nullable(NamedRef),
  department: NamedRef,
  skill: z.nullable(NamedRef),
  /**
   * The day of the performances; of back-dated ones that on which they were logged, of signatures in a minute that on
   * which they were given. The share of a signer has the first day of a performance.
   */
  day: z.string(),
  count: z.int(),
  /** The number a day that is usual for the skill, or all signatures of the department. */
  usual: z.nullable(z.int()),
  /** The entries, the latest first: at most a hundred. */
  entry_ids: z.array(z.int()),
})
export type Hint = z.infer<typeof Hint>

const FAILURE = 'Failed to fetch the logbook'

/** The day for which a group's logbook is asked: its members then, and what they had done by then; now if missing. */
export const matrixDay = { day: optionalDate('Day') }

export const logbook = {
  choices: get('/logbook/choices', {
    summary: 'The skills, supervisors and places among which the calling student chooses',
    action: 'logbook:log',
    reply: one(LogChoices),
    failure: FAILURE,
  }),
  ofStudent: get('/logbook/student/:id', {
    summary: 'The logbook of a student: each skill with what is required, logged, signed and counted',
    action: 'logbook:read',
    reply: one(StudentLogbook),
    failure: FAILURE,
  }),
  ofGroup: get('/logbook/group/:id', {
    summary: 'The students of a group by its requirements, as it is now or was on a day',
    action: 'logbook:read-groups',
    query: z.object(matrixDay),
    reply: one(GroupMatrix),
    failure: FAILURE,
  }),
  plausibility: list('/logbook/plausibility', {
    summary: 'Hints that entries may be worth a look, the latest first; never verdicts',
    action: 'logbook:oversee',
    query: {
      ...idFilters('department_id', 'batch_id', 'group_id', 'student_id'),
      kind: z.optional(choice('Kind', HINT_KINDS)),
      /** The days of the performances, at most a year and a day; the last thirty if missing. */
      from: optionalDate('from'),
      to: optionalDate('to'),
    },
    row: Hint,
    failure: 'Failed to fetch the hints',
  }),
}

/** The age of a patient, as people read it. */
export const AGE_WORDS: Record<(typeof AGE_BANDS)[number], string> = {
  newborn: 'Newborn (up to 28 days)',
  infant: 'Infant (up to 1 year)',
  child: 'Child (1 to 12)',
  adolescent: 'Adolescent (13 to 17)',
  adult: 'Adult (18 to 64)',
  elderly: 'Elderly (65 and more)',
}
