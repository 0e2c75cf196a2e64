import { studentTasks } from '../../../shared/contract/student-tasks.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../http/routes.ts'
import { findStudent } from '../students/reads.ts'
import { listTasksOfStudent } from './student-tasks.reads.ts'

export const studentTaskRoutes = routes(studentTasks, {
  list: async ({ db, caller, params, page }) => {
    const { id } = found('Student', await findStudent(db, caller, params.student_id))
    return listTasksOfStudent(db, caller, id, page)
  },
})
