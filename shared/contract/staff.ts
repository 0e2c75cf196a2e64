import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { DEPARTMENT_TYPES, PERSON_GENDERS, STAFF_STATUSES } from '../labels.ts'

export const Staff = z.object({
  id: z.int(),
  name: z.string(),
  user_id: z.int(),
  user: z.object({ id: z.int(), email: z.string(), roles: z.array(z.string()) }),
  department_id: z.int(),
  designation_id: z.int(),
  role_id: z.nullable(z.int()),
  phone: z.nullable(z.string()),
  gender: z.nullable(z.enum(PERSON_GENDERS)),
  date_of_birth: z.nullable(z.string()),
  date_of_joining: z.nullable(z.string()),
  date_of_leaving: z.nullable(z.string()),
  date_of_retirement: z.nullable(z.string()),
  description: z.nullable(z.string()),
  status: z.enum(STAFF_STATUSES),
  department: z.object({ id: z.int(), name: z.string(), type: z.enum(DEPARTMENT_TYPES) }),
  designation: z.object({ id: z.int(), name: z.string() }),
  updated_at: z.string(),
})
export type Staff = z.infer<typeof Staff>

export const staff = {
  currentUser: endpoint({
    method: 'GET',
    path: '/staff/current-user',
    summary: 'The own staff record with its department; 404 for staff without one',
    action: 'staff:read-own',
    reply: one(Staff),
    failure: 'Failed to fetch current user staff info',
  }),
}
