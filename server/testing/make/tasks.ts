import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'
import { addSkill } from './logbook.ts'

export const taskMakers = (db: Db) => ({
  task: async (departmentId: number, groupIds: number[], fields: Fields<'tasks'> = {}) => {
    const skill_id = fields.task_type === 'bulk' ? (fields.skill_id ?? (await addSkill(db, departmentId))) : null
    const values = { name: `Task ${next()}`, department_id: departmentId, total_marks: 20, ...fields, skill_id }
    const id = await add(db, 'tasks', values)
    const links = groupIds.map((group_id, position) => ({
      task_id: id,
      group_id,
      department_id: departmentId,
      position,
    }))
    if (links.length > 0) await db.insertInto('task_groups').values(links).execute()
    return id
  },

  submission: (taskId: number, studentId: number, fields: Fields<'task_submissions'> = {}) =>
    add(db, 'task_submissions', { task_id: taskId, student_id: studentId, ...fields }),
})
