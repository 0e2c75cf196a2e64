import type { Client, TestOptions } from './app.ts'
import { furnished } from './college.ts'
import type { Fields } from './make/adding.ts'

/** The furnished college with what the tests of assessments do over and over. */
export async function marking(options?: TestOptions) {
  const college = await furnished(options)
  const { at, batch, medicine } = college
  return {
    ...college,

    /** A new group with so many students, and an assessment of it out of 20. */
    async examined(students = 2, fields: Fields<'assessments'> = {}) {
      const group = await at.make.group(batch, medicine)
      const people = []
      for (let n = 0; n < students; n += 1) people.push(await at.make.student(batch, group))
      const assessment = await at.make.assessment(group, fields)
      return { group, people, ids: people.map(({ id }) => id), assessment }
    },

    /** Posts results of one assessment. */
    bulk: (caller: Client, assessment_id: number | null, results: object[]) =>
      caller.post('/assessment-results', { assessment_id, submission_type: 'assessment', results }),

    /** Posts results of one student. */
    ofStudent: (caller: Client, results: object[]) =>
      caller.post('/assessment-results', { assessment_id: null, submission_type: 'student', results }),

    /** The stored marks of an assessment, in the order of its students. */
    async marksOf(assessment: number) {
      const rows = await at.db
        .selectFrom('assessment_results')
        .select('marks')
        .where('assessment_id', '=', assessment)
        .orderBy('student_id')
        .execute()
      return rows.map((row) => row.marks)
    },
  }
}
