import { groups, studentGroups } from '../../../shared/contract/groups.ts'
import { found } from '../../core/errors.ts'
import { type Feature, routes } from '../../core/routes.ts'
import { findStudent } from '../students/reads.ts'
import { findGroup, listGroups, listLinksOfGroup, listLinksOfStudent } from './reads.ts'

const linkRoutes = routes(studentGroups, {
  listByGroup: async ({ db, scope, params, page }) => {
    const listed = await listLinksOfGroup(db, scope, params.group_id, params.status, page)
    // Links prove that the scope shows their group; only an empty list has to ask whether there is such a group.
    if (listed.meta.total === 0) found('Group', await findGroup(db, scope, params.group_id))
    return listed
  },
  listByStudent: async ({ db, scope, params, page }) => {
    const student = found('Student', await findStudent(db, scope, params.student_id))
    return listLinksOfStudent(db, scope, student.id, params.status, page)
  },
})

const groupOwnRoutes = routes(groups, {
  list: ({ db, scope, query, page }) => listGroups(db, scope, query, page),
  read: async ({ db, scope, params }) => ({ data: found('Group', await findGroup(db, scope, params.id)) }),
})

export const groupRoutes: Feature = (app, services) => {
  groupOwnRoutes(app, services)
  linkRoutes(app, services)
}
