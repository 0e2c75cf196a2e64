import { sql } from 'kysely'
import type { Skill, SkillChange, SkillInput } from '../../../shared/contract/skills.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { departmentProblem } from '../departments/reads.ts'
import { readSkill, readSkillsByIds, skillsOfNames } from './reads.ts'

const trail = trailOf<Skill>('skill', [
  'name',
  'code',
  'department_id',
  'category',
  'level',
  'usual_count',
  'usual_a_day',
  'allows_simulation',
  'observed_share',
  'year',
  'description',
  'status',
])

const refusals = {
  skills_name_key: invalid({ name: ['This department already has a skill with this name'] }),
  skills_code_key: invalid({ code: ['This department already has a skill with this code'] }),
  // The skill's tasks and entries are of its department.
  tasks_skill_id_department_id_fkey: conflict('Tasks ask for this skill. Its department can no longer change.'),
  log_entries_skill_id_department_id_fkey: conflict('Performances are logged. The department can no longer change.'),
}

async function checkDepartment(tx: Tx, caller: Caller, departmentId: number): Promise<void> {
  const problem = await departmentProblem(tx, caller, departmentId, 'skills')
  if (problem) throw invalid({ department_id: [problem] })
}

export async function createSkill(tx: Tx, caller: Caller, input: SkillInput): Promise<Skill> {
  await checkDepartment(tx, caller, input.department_id)
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('skills')
      .values({ ...input, created_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const skill = await readSkill(tx, caller, id)
  await trail.created(tx, caller, skill)
  return skill
}

/** Changes a skill; fields left out stay. With tasks or performances it stays in its department. */
export async function updateSkill(
  tx: Tx,
  caller: Caller,
  skill: Skill,
  { updated_at, ...change }: SkillChange,
): Promise<Skill> {
  refuseStale(skill, { updated_at })
  if (change.department_id !== undefined && change.department_id !== skill.department_id)
    await checkDepartment(tx, caller, change.department_id)
  await answering(refusals, () =>
    tx
      .updateTable('skills')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', skill.id)
      .execute(),
  )
  const updated = await readSkill(tx, caller, skill.id)
  await trail.changed(tx, caller, skill, updated)
  return updated
}

export async function deleteSkill(tx: Tx, caller: Caller, skill: Skill): Promise<void> {
  await refuseInUse(tx, 'Skill', { skills: skill.id }, 'Set it inactive instead.')
  await tx.deleteFrom('skills').where('id', '=', skill.id).execute()
  await trail.deleted(tx, caller, skill)
}

/**
 * Returns the skill of each name in a department, in their order. A name without one gets it, with the usual level. Two
 * calls that make the same skill at once get the same one.
 */
export async function skillsNamed(
  tx: Tx,
  caller: Caller,
  departmentId: number,
  names: readonly string[],
): Promise<number[]> {
  const before = await skillsOfNames(tx, departmentId, names)
  const missing = names.filter((name) => !before.has(name))
  if (missing.length > 0) {
    const made = await sql<{ id: number }>`insert into skills (department_id, name, created_by)
      select distinct on (folded(name)) ${departmentId}::integer, name, ${caller.id}::integer
      from unnest(${missing}::text[]) name order by folded(name)
      on conflict (department_id, name_folded) do nothing returning id`.execute(tx)
    await trail.createdAll(
      tx,
      caller,
      await readSkillsByIds(
        tx,
        caller,
        made.rows.map(({ id }) => id),
      ),
    )
  }
  const known = await skillsOfNames(tx, departmentId, names)
  return names.map((name) => known.get(name) ?? 0)
}
