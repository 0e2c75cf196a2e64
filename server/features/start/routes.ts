import { start } from '../../../shared/contract/start.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import { type Action, can } from '../../../shared/permissions.ts'
import { routes } from '../../http/routes.ts'
import { listBatches } from '../batches/reads.ts'
import { listDepartments } from '../departments/reads.ts'
import { findStaffByUser } from '../staff/reads.ts'
import { toldOf } from '../staff/rules.ts'
import { findStudentByUser } from '../students/reads.ts'

/** The device keeps this answer. It is no place for the values of own fields, which are shown whole to their person. */
const withoutOwn = <T extends { own?: unknown }>({ own: _, ...record }: T) => record

const WHOLE = { page: 1, perPage: PER_PAGE_MAX }

export const startRoutes = routes(start, {
  read: async ({ db, caller }) => {
    const where = async <T>(action: Action, read: () => Promise<T>): Promise<T | null> =>
      can(caller.roles, action) ? read() : null
    const [staff, student, departments, batches] = await Promise.all([
      where('staff:read-own', async () => {
        const own = caller.staff && (await findStaffByUser(db, caller, caller.id))
        return own ? withoutOwn(toldOf(caller, own)) : null
      }),
      where('students:read', async () => {
        const own = caller.student && (await findStudentByUser(db, caller, caller.id))
        return own ? withoutOwn(own) : null
      }),
      where('departments:read', () => listDepartments(db, caller, { type: 'academic' }, WHOLE)),
      where('batches:read', () => listBatches(db, caller, {}, WHOLE)),
    ])
    return { data: { roles: [...caller.roles], staff, student, departments, batches } }
  },
})
