import * as z from 'zod/mini'
import { create, get, list, one, put, remove } from '../endpoint.ts'
import {
  choice,
  idField,
  idFilters,
  optionalChoice,
  optionalLine,
  optionalText,
  optionalWord,
  readAt,
  searchText,
} from '../fields.ts'
import { LEVELS, SKILL_STATUSES } from '../labels.ts'
import { SKILL_A_DAY_MAX, SKILL_CATEGORY_MAX, SKILL_CODE_MAX, SKILL_COUNT_MAX, YEARS } from '../limits.ts'
import { nameLine } from '../names.ts'
import { NamedRef } from './groups.ts'

/** A skill: something to be learnt by doing, of one department. */
export const Skill = z.object({
  id: z.int(),
  name: z.string(),
  code: z.nullable(z.string()),
  department_id: z.int(),
  department: NamedRef,
  category: z.nullable(z.string()),
  /** The level to be reached: a performance of a lower one does not count. */
  level: z.enum(LEVELS),
  /** The number that is usually asked for; the frequency of a new bulk task. */
  usual_count: z.nullable(z.int()),
  /** The number that a student usually does in a day; more is a hint of the plausibility. */
  usual_a_day: z.nullable(z.int()),
  /** True when a performance on a simulator counts as one with a patient. */
  allows_simulation: z.boolean(),
  /** The share of what is required, in percent, that may have been observed only. */
  observed_share: z.int(),
  year: z.nullable(z.enum(YEARS)),
  description: z.nullable(z.string()),
  status: z.enum(SKILL_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Skill = z.infer<typeof Skill>

const count = (name: string, max: number) =>
  z.optional(
    z.nullable(
      z
        .int(`${name} must be a whole number`)
        .check(z.minimum(1, `${name} must be at least 1`), z.maximum(max, `${name} must be at most ${max}`)),
    ),
  )

const skillFields = {
  name: nameLine('Skill name'),
  code: optionalLine('Code', SKILL_CODE_MAX),
  department_id: idField('Department'),
  category: optionalLine('Category', SKILL_CATEGORY_MAX),
  level: z.optional(choice('Level', LEVELS)),
  usual_count: count('Usual count', SKILL_COUNT_MAX),
  usual_a_day: count('Usual number a day', SKILL_A_DAY_MAX),
  allows_simulation: z.optional(z.boolean('allows_simulation must be true or false')),
  observed_share: z.optional(
    z
      .int('Observed share must be a whole number')
      .check(z.minimum(0, 'Observed share must be at least 0'), z.maximum(100, 'Observed share must be at most 100')),
  ),
  year: optionalChoice('Year', YEARS),
  description: optionalText('Description'),
  status: z.optional(choice('Status', SKILL_STATUSES)),
}

export const SkillInput = z.object(skillFields)
export type SkillInput = z.output<typeof SkillInput>

export const SkillChange = z.object({ ...z.partial(z.object(skillFields)).shape, ...readAt })
export type SkillChange = z.output<typeof SkillChange>

export const skills = {
  list: list('/skills', {
    summary: 'The skills of the logbook, by department, category and name; a student’s are those of own departments',
    action: 'skills:read',
    query: {
      ...idFilters('department_id'),
      category: optionalWord('category', SKILL_CATEGORY_MAX),
      year: z.optional(choice('Year', YEARS)),
      status: z.optional(choice('Status', SKILL_STATUSES)),
      /** Searches name and code. */
      search: searchText,
    },
    row: Skill,
    failure: 'Failed to fetch skills',
  }),
  categories: list('/skills/categories', {
    summary: 'The categories that skills have, by name, with how many skills have each',
    action: 'skills:read',
    query: idFilters('department_id'),
    row: z.object({ category: z.string(), count: z.int() }),
    failure: 'Failed to fetch skills',
  }),
  read: get('/skills/:id', {
    summary: 'One skill',
    action: 'skills:read',
    reply: one(Skill),
    failure: 'Failed to fetch skill',
  }),
  create: create('/skills', {
    summary: 'Add a skill',
    action: 'skills:write',
    body: SkillInput,
    reply: one(Skill),
    failure: 'Failed to create skill',
  }),
  update: put('/skills/:id', {
    summary: 'Change a skill; fields left out stay',
    action: 'skills:write',
    body: SkillChange,
    reply: one(Skill),
    failure: 'Failed to update skill',
  }),
  remove: remove('/skills/:id', {
    summary: 'Delete a skill of which nothing is logged and that no task asks for',
    action: 'skills:write',
    failure: 'Failed to delete skill',
  }),
}
