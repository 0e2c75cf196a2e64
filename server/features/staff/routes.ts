import { staff } from '../../../shared/contract/staff.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../core/routes.ts'
import { findStaffByUser } from './reads.ts'

export const staffRoutes = routes(staff, {
  currentUser: async ({ db, actor }) => ({ data: found('Staff record', await findStaffByUser(db, actor.id)) }),
})
