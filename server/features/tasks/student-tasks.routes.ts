import { studentTasks } from '../../../shared/contract/student-tasks.ts'
import { routes } from '../../http/routes.ts'
import { readStudent } from '../students/reads.ts'
import { listTasksOfStudent } from './student-tasks.reads.ts'

export const studentTaskRoutes = routes(studentTasks, {
  list: async ({ db, caller, params, page }) => {
    const { id } = await readStudent(db, caller, params.student_id)
    return listTasksOfStudent(db, caller, id, page)
  },
})
