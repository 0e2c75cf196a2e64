import * as z from 'zod/mini'
import { get, one } from '../endpoint.ts'
import { type AGE_BANDS, LEVELS } from '../labels.ts'
import { NamedRef, StudentRef } from './groups.ts'

/** A requirement: a skill asked of a group, so often, in a time. It is a bulk task with its frequency. */
export const Requirement = z.object({
  task_id: z.int(),
  name: z.string(),
  required: z.int(),
  /** The performances that count towards it; may be more than are required. */
  counted: z.int(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
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
})
export type SkillStanding = z.infer<typeof SkillStanding>

export const StudentLogbook = z.object({ student: StudentRef, skills: z.array(SkillStanding) })
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

const FAILURE = 'Failed to fetch the logbook'

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
    summary: 'The students of a group by its requirements',
    action: 'logbook:read-groups',
    reply: one(GroupMatrix),
    failure: FAILURE,
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
