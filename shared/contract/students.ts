import * as z from 'zod/mini'
import { endpoint, one, page, pageQuery } from '../endpoint.ts'
import { choice, idParam, wholeNumberQuery } from '../fields.ts'
import { PERSON_GENDERS, STUDENT_STATUSES } from '../labels.ts'
import { ID_MAX, YEARS } from '../limits.ts'

export const Student = z.object({
  id: z.int(),
  name: z.string(),
  roll_no: z.string(),
  phone: z.nullable(z.string()),
  gender: z.nullable(z.enum(PERSON_GENDERS)),
  date_of_birth: z.nullable(z.string()),
  date_of_admission: z.nullable(z.string()),
  current_year: z.nullable(z.enum(YEARS)),
  batch_id: z.nullable(z.int()),
  role_id: z.nullable(z.int()),
  status: z.enum(STUDENT_STATUSES),
  description: z.nullable(z.string()),
  user_id: z.int(),
  user: z.object({ id: z.int(), email: z.string() }),
  updated_at: z.string(),
})
export type Student = z.infer<typeof Student>

export const students = {
  list: endpoint({
    method: 'GET',
    path: '/students',
    summary: 'Students by roll number; a student’s own record only',
    action: 'students:read',
    query: z.object({
      ...pageQuery,
      batch_id: z.optional(wholeNumberQuery('batch_id', ID_MAX)),
      department_id: z.optional(wholeNumberQuery('department_id', ID_MAX)),
      status: z.optional(choice('Status', STUDENT_STATUSES)),
    }),
    reply: page(Student),
    failure: 'Failed to fetch students',
  }),
  read: endpoint({
    method: 'GET',
    path: '/students/:id',
    summary: 'One student',
    action: 'students:read',
    params: z.object({ id: idParam }),
    reply: one(Student),
    failure: 'Failed to fetch student',
  }),
  byUser: endpoint({
    method: 'GET',
    path: '/students/user/:user_id',
    summary: 'The student record of an account',
    action: 'students:read',
    params: z.object({ user_id: idParam }),
    reply: one(Student),
    failure: 'Failed to fetch student',
  }),
}
