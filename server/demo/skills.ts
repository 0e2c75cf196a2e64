import * as z from 'zod/mini'
import { LEVELS } from '../../shared/labels.ts'
import { YEARS } from '../../shared/limits.ts'
import type { Db } from '../db/types.ts'
import { ACADEMIC, type AcademicName, type College } from './college.ts'
import { insertForIds } from './insert.ts'
import { readTexts } from './texts.ts'

const times = (most: number) => z.int().check(z.minimum(1), z.maximum(most))
const line = z.string().check(z.minLength(1))

const skill = z.strictObject({
  code: z.string().check(z.regex(/^[A-Z]{3}-\d\d$/)),
  name: line,
  category: z.enum(['History', 'Examination', 'Procedure', 'Emergency', 'Communication']),
  /** The level to be reached. */
  level: z.enum(LEVELS),
  usual_count: times(30),
  usual_a_day: times(10),
  allows_simulation: z.boolean(),
  /** The share of the count, in percent, that may have been observed only. */
  observed_share: z.literal([0, 10, 20, 30, 50]),
  year: z.enum(YEARS),
  description: line,
})

/** The skills of each department, in the order of their codes. The bulk tasks of the curriculum are among them, by name. */
export const SKILLS = readTexts('skills', z.record(z.enum(ACADEMIC), z.array(skill)))

/** The ids of the skills by their names, in each department. */
export type SkillIds = Record<AcademicName, Map<string, number>>

/** Adds the skills of every academic department. */
export async function fillSkills(tx: Db, college: College): Promise<SkillIds> {
  const found = {} as SkillIds
  for (const department of ACADEMIC) {
    const ids = await insertForIds(
      tx,
      'skills',
      SKILLS[department].map((one) => ({ ...one, department_id: college.departments[department] })),
    )
    found[department] = new Map(SKILLS[department].map(({ name }, at) => [name, ids[at] as number]))
  }
  return found
}
