import * as z from 'zod/mini'
import { get, one, page } from '../endpoint.ts'
import { Batch } from './batches.ts'
import { Department } from './departments.ts'
import { Staff } from './staff.ts'
import { Student } from './students.ts'

/** The data that every screen starts with. A part is null when the person has none, or may not read it. */
const Start = z.object({
  roles: z.array(z.string()),
  /** The person's own record, as `GET /staff/current-user` answers it. */
  staff: z.nullable(Staff),
  /** The person's own record, as `GET /students/user/:user_id` answers it. */
  student: z.nullable(Student),
  /** The academic departments, as `GET /departments?type=academic` answers them. */
  departments: z.nullable(page(Department)),
  /** The batches, as `GET /batches` answers them. */
  batches: z.nullable(page(Batch)),
})

export const start = {
  read: get('/start', {
    summary:
      'What every screen is opened with: own roles and record, academic departments, batches; 304 where it is known',
    action: 'account:own',
    reply: one(Start),
    hasValidator: true,
    failure: 'Failed to fetch what the screens need',
  }),
}
