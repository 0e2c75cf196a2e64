import * as z from 'zod/mini'
import { emailGiven, emailNotBoth, personEmail } from '../account-fields.ts'
import { create, credential, get, list, one, post, put, remove } from '../endpoint.ts'
import {
  choice,
  idField,
  idFilters,
  optionalChoice,
  optionalDate,
  optionalId,
  optionalPastDate,
  optionalRollNumber,
  optionalText,
  readAt,
  searchText,
  wholeNumberQuery,
} from '../fields.ts'
import { PERSON_GENDERS, STUDENT_STATUSES } from '../labels.ts'
import { ID_MAX, INITIAL_PASSWORDS_MAX, YEARS } from '../limits.ts'
import { nameLine } from '../names.ts'
import { STUDENTS_ONLY } from '../only.ts'
import { ownInput, ownValues } from '../own-values.ts'
import { optionalPhone, storedPhone } from '../phones.ts'
import { Credential } from './accounts.ts'
import { memberSince, NamedRef, StudentGroup } from './groups.ts'

export const Student = z.object({
  id: z.int(),
  name: z.string(),
  roll_no: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  gender: z.nullable(z.enum(PERSON_GENDERS)),
  date_of_birth: z.nullable(z.string()),
  date_of_admission: z.nullable(z.string()),
  current_year: z.nullable(z.enum(YEARS)),
  batch_id: z.nullable(z.int()),
  batch: z.nullable(NamedRef),
  role_id: z.nullable(z.int()),
  status: z.enum(STUDENT_STATUSES),
  description: z.nullable(z.string()),
  own: ownValues,
  user_id: z.int(),
  /** The email is null for a student who signs in by roll number. */
  user: z.object({ id: z.int(), email: z.nullable(z.string()) }),
  /** Only people who may edit the student get it. */
  never_signed_in: z.optional(z.boolean()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Student = z.infer<typeof Student>

/** The answer of a create. It tells the password this once. */
export const NewStudent = z.object({ ...Student.shape, initial_password: credential })
export type NewStudent = z.infer<typeof NewStudent>

const EMAIL_REQUIRED = 'Email is required'

const fields = {
  name: nameLine('Student name'),
  roll_no: optionalRollNumber,
  batch_id: optionalId('Batch'),
  ...personEmail(EMAIL_REQUIRED),
  phone: optionalPhone,
  gender: optionalChoice('Gender', PERSON_GENDERS),
  date_of_birth: optionalPastDate('Date of birth'),
  date_of_admission: optionalDate('Date of admission'),
  current_year: optionalChoice('Current year', YEARS),
  role_id: optionalId('Role'),
  status: z.optional(choice('Status', STUDENT_STATUSES)),
  description: optionalText('Description'),
  own: ownInput,
}

/** Status defaults to active, the role to student. Without an email, `without_email` is true and the roll number needed. */
export const StudentInput = z.object(fields).check(emailGiven(EMAIL_REQUIRED), emailNotBoth)
export const StudentChange = z
  .object({ ...z.partial(z.object(fields)).shape, phone: storedPhone, ...readAt })
  .check(emailGiven(EMAIL_REQUIRED, true), emailNotBoth)

/** The filter of a list or an export; `none` as a batch finds students without one. */
const studentFilter = {
  batch_id: z.optional(
    z.union([z.literal('none'), wholeNumberQuery('batch_id', ID_MAX)], 'batch_id must be a whole number, or none'),
  ),
  ...idFilters('department_id'),
  status: z.optional(choice('Status', STUDENT_STATUSES)),
  only: z.optional(choice('only', STUDENTS_ONLY)),
  q: searchText,
}

export const students = {
  list: list('/students', {
    summary: 'Students by roll number; a student’s own record only',
    action: 'students:read',
    query: studentFilter,
    row: Student,
    failure: 'Failed to fetch students',
  }),
  export: get('/students/export', {
    summary: 'Students as a table, with the columns that an import takes',
    action: 'students:export',
    query: z.object({ ...studentFilter, format: z.optional(choice('Format', ['csv', 'xlsx'])) }),
    file: { type: 'text/csv', description: 'A CSV or XLSX file' },
    costly: true,
    failure: 'Failed to export students',
  }),
  read: get('/students/:id', {
    summary: 'One student',
    action: 'students:read',
    reply: one(Student),
    failure: 'Failed to fetch student',
  }),
  byUser: get('/students/user/:user_id', {
    summary: 'The student record of an account',
    action: 'students:read',
    reply: one(Student),
    failure: 'Failed to fetch student',
  }),
  byDepartment: list('/students/department/:department_id', {
    summary: 'Students with an active group in a department',
    action: 'students:read',
    query: { status: studentFilter.status, q: searchText },
    row: Student,
    failure: 'Failed to fetch students',
  }),
  create: create('/students', {
    summary: 'Add a student with an account; the answer carries the initial password, once',
    action: 'students:write',
    body: StudentInput,
    reply: one(NewStudent),
    failure: 'Failed to create student',
  }),
  initialPasswords: post('/students/initial-passwords', {
    goesOn: 'sign-in',
    summary: 'Issue new initial passwords for several students; their logins end',
    action: 'students:write',
    body: z.object({
      student_ids: z
        .array(idField('Student'), 'student_ids must be a list')
        .check(
          z.minLength(1, 'student_ids must name at least one student'),
          z.maxLength(INITIAL_PASSWORDS_MAX, `student_ids must name at most ${INITIAL_PASSWORDS_MAX} students`),
        ),
    }),
    reply: z.object({ data: z.array(Credential) }),
    costly: true,
    failure: 'Failed to issue new passwords',
  }),
  update: put('/students/:id', {
    summary: 'Change a student; moving to another batch keeps the old link as history',
    action: 'students:write',
    body: StudentChange,
    reply: one(Student),
    failure: 'Failed to update student',
  }),
  remove: remove('/students/:id', {
    summary: 'Delete a student who has done no work yet, with account, batch and group links',
    action: 'students:write',
    failure: 'Failed to delete student',
  }),
  assignGroup: post('/students/:id/assign-group', {
    summary: 'Put a student into a group; from another group of the same department they are moved',
    action: 'students:write',
    body: z.object({ groupId: idField('Group'), ...memberSince }),
    reply: one(StudentGroup),
    failure: 'Failed to update student',
  }),
  leaveGroup: remove('/students/:id/group', {
    summary: 'Take a student out of the group named by `group_id`, or of all groups',
    action: 'students:write',
    query: z.object(idFilters('group_id')),
    failure: 'Failed to update student',
  }),
}
