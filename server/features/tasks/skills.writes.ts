import type { Task, TaskChange } from '../../../shared/contract/tasks.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { readSkillsByIds } from '../skills/reads.ts'
import { skillsNamed } from '../skills/writes.ts'

/**
 * Returns the skill of each task: the chosen one, or that of its name.
 * @throws 422 for a skill of another department
 */
export async function skillsOf(
  tx: Tx,
  caller: Caller,
  departmentId: number,
  names: readonly string[],
  chosen: readonly (number | null)[] = [],
): Promise<number[]> {
  const ids = [...new Set(chosen.filter((id) => id !== null))]
  const known = ids.length === 0 ? [] : await readSkillsByIds(tx, caller, ids)
  if (ids.some((id) => !known.some((skill) => skill.id === id && skill.department_id === departmentId)))
    throw invalid({ skill_id: ['Skill does not exist in this department'] })
  const named = names.filter((_, at) => chosen[at] == null)
  const made = named.length === 0 ? [] : await skillsNamed(tx, caller, departmentId, named)
  return names.map((_, at) => chosen[at] ?? made.shift() ?? 0)
}

/**
 * Returns the skill of a changed bulk task where it is another one: the chosen one, or in another department that of its
 * name.
 * @throws 422 for a single task with a skill
 */
export async function changedSkill(
  tx: Tx,
  caller: Caller,
  task: Task,
  { name = task.name, department_id, skill_id }: Pick<TaskChange, 'name' | 'skill_id'> & { department_id: number },
): Promise<{ skill_id?: number | undefined }> {
  if (task.task_type !== 'bulk' && skill_id !== undefined)
    throw invalid({ skill_id: ['Only a bulk task asks for a skill'] })
  const moves = department_id !== task.department_id
  if (task.task_type !== 'bulk' || (!moves && (skill_id === undefined || skill_id === task.skill?.id))) return {}
  // A copy of the record as it was read names the skill of the former department.
  const chosen = moves && skill_id === task.skill?.id ? null : (skill_id ?? null)
  const [wanted] = await skillsOf(tx, caller, department_id, [name], [chosen])
  return { skill_id: wanted }
}
