import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'

/** Adds a skill of a department. */
export const addSkill = (db: Db, departmentId: number, fields: Fields<'skills'> = {}) =>
  add(db, 'skills', { name: `Skill ${next()}`, department_id: departmentId, ...fields })

export const logbookMakers = (db: Db) => ({
  skill: (departmentId: number, fields: Fields<'skills'> = {}) => addSkill(db, departmentId, fields),

  /** A performance of today that waits for its supervisor. */
  logEntry: async (studentId: number, skillId: number, supervisorId: number, fields: Fields<'log_entries'> = {}) => {
    const { department_id } = await db
      .selectFrom('skills')
      .select('department_id')
      .where('id', '=', skillId)
      .executeTakeFirstOrThrow()
    return add(db, 'log_entries', {
      student_id: studentId,
      skill_id: skillId,
      department_id,
      supervisor_id: supervisorId,
      performed_on: new Date().toISOString().slice(0, 10),
      level: 'supervised',
      ...fields,
    })
  },

  /** A code of a student for these entries. */
  logCode: async (studentId: number, code: string, entryIds: number[], fields: Fields<'log_codes'> = {}) => {
    const id = await add(db, 'log_codes', { student_id: studentId, code, expires_at: '2100-01-01', ...fields })
    const bound = entryIds.map((entry_id) => ({ code_id: id, entry_id }))
    if (bound.length > 0) await db.insertInto('log_code_entries').values(bound).execute()
    return id
  },
})
