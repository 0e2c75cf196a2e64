import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'

export const assessmentMakers = (db: Db) => ({
  /** The group's: active theory of 20 marks unless a test says otherwise. */
  assessment: async (groupId: number, fields: Fields<'assessments'> = {}) => {
    const { batch_id, department_id } = await db
      .selectFrom('groups')
      .select(['batch_id', 'department_id'])
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow()
    return add(db, 'assessments', {
      group_id: groupId,
      batch_id,
      department_id,
      name: `Assessment ${next()}`,
      type: 'theory',
      total_marks: 20,
      status: 'active',
      ...fields,
    })
  },

  /** A student's in an assessment; without marks unless a test says otherwise. */
  result: (assessmentId: number, studentId: number, fields: Fields<'assessment_results'> = {}) =>
    add(db, 'assessment_results', { assessment_id: assessmentId, student_id: studentId, ...fields }),
})
