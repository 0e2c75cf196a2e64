import { studentGroups } from '../../../shared/contract/groups.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { invalid } from '../../core/errors.ts'
import { orNotFound } from '../../core/paging.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { readBatch } from '../batches/reads.ts'
import { readGroup } from '../groups/reads.ts'
import { readStudent } from '../students/reads.ts'
import { listBatchesOfStudent, listLinksOfBatch } from './batches.reads.ts'
import { lockAssignment } from './locks.reads.ts'
import { listGroupsOfStudent, listLinks } from './reads.ts'
import { assignStudents } from './writes.ts'

const groupLinks = routes(studentGroups, {
  listByGroup: async ({ db, caller, params, page }) => {
    const listed = await listLinks(db, caller, params, page)
    return orNotFound(listed, () => readGroup(db, caller, params.group_id))
  },
  listByStudent: async ({ db, caller, params, page }) => {
    const student = await readStudent(db, caller, params.student_id)
    return listLinks(db, caller, { ...params, student_id: student.id }, page)
  },
  history: async ({ db, caller, params, page }) => {
    const { id } = await readStudent(db, caller, params.student_id)
    return listGroupsOfStudent(db, caller, id, page)
  },
  assign: async ({ write, caller, body }) => ({
    data: await write(async (tx) => {
      const studentIds = [...new Set(body.student_ids)]
      const assignment = await lockAssignment(tx, caller, body.group_id, studentIds)
      if (!assignment) throw invalid({ group_id: ['Group does not exist'] })
      const { since, updated_at } = body
      await assignStudents(tx, caller, assignment, { studentIds, since, updated_at })
      return readGroup(tx, caller, body.group_id)
    }),
  }),
})

const batchLinks = routes(studentBatches, {
  listByBatch: async ({ db, caller, params, query, page }) => {
    const listed = await listLinksOfBatch(db, caller, params.batch_id, query.q, page)
    return orNotFound(listed, () => readBatch(db, caller, params.batch_id))
  },
  listByStudent: async ({ db, caller, params, page }) => {
    const student = await readStudent(db, caller, params.student_id)
    return listBatchesOfStudent(db, student.id, params.status, page)
  },
  history: async ({ db, caller, params, page }) => {
    const { id } = await readStudent(db, caller, params.student_id)
    return listBatchesOfStudent(db, id, undefined, page)
  },
})

export const membershipRoutes: Routes = (app, services) => {
  groupLinks(app, services)
  batchLinks(app, services)
}
