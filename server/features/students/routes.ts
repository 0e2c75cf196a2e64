import { students } from '../../../shared/contract/students.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../core/routes.ts'
import { findStudent, findStudentByUser, listStudents } from './reads.ts'

export const studentRoutes = routes(students, {
  list: ({ db, scope, query, page }) => listStudents(db, scope, query, page),
  read: async ({ db, scope, params }) => ({ data: found('Student', await findStudent(db, scope, params.id)) }),
  byUser: async ({ db, scope, params }) => ({
    data: found('Student', await findStudentByUser(db, scope, params.user_id)),
  }),
})
