import type { Client } from './app.ts'
import { furnished } from './college.ts'

export const take = (caller: Client, session: number, submissions: object[] = [], more: object = {}) =>
  caller.post('/attendance-submissions', {
    attendance_session_id: session,
    submission_type: 'bulk_create',
    submissions,
    ...more,
  })

export const update = (caller: Client, session: number, submissions: object[], more: object = {}) =>
  caller.post('/attendance-submissions/update', { attendance_session_id: session, submissions, ...more })

/** The furnished college, with what a register is taken of. */
export async function registering() {
  const college = await furnished()
  const { at, medicine, batch } = college
  return {
    ...college,
    /** The register of a session as the database has it. */
    registerOf: (session: number) =>
      at.db
        .selectFrom('attendance_submissions')
        .select(['id', 'student_id', 'status', 'remarks'])
        .where('attendance_session_id', '=', session)
        .orderBy('student_id')
        .execute(),
    /** A group with `count` members, and a session of it. */
    classOf: async (count: number, department = medicine) => {
      const group = await at.make.group(batch, department)
      const students: number[] = []
      for (let made = 0; made < count; made += 1) students.push((await at.make.student(batch, group)).id)
      const [first = 0, second = 0, third = 0] = students
      return { group, students, first, second, third, session: await at.make.session(group) }
    },
  }
}
