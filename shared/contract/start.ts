import * as z from 'zod/mini'
import { endpoint, one, page } from '../endpoint.ts'
import { Batch } from './batches.ts'
import { Department } from './departments.ts'
import { Staff } from './staff.ts'
import { Student } from './students.ts'

/** What every screen is opened with. A part is null where the person has none, or may not read it. */
const Start = z.object({
  roles: z.array(z.string()),
  /** The own record, as `GET /staff/current-user` tells it. */
  staff: z.nullable(Staff),
  /** The own record, as `GET /students/user/:user_id` tells it. */
  student: z.nullable(Student),
  /** The academic ones, as `GET /departments?type=academic` tells them. */
  departments: z.nullable(page(Department)),
  /** As `GET /batches` tells them. */
  batches: z.nullable(page(Batch)),
})

export const start = {
  read: endpoint({
    method: 'GET',
    path: '/start',
    summary:
      'What every screen is opened with: own roles and record, academic departments, batches; 304 where it is known',
    action: 'account:own',
    reply: one(Start),
    hasValidator: true,
    failure: 'Failed to fetch what the screens need',
  }),
}
