import * as z from 'zod/mini'
import { emailGiven, emailNotBoth, optionalStaffNumber, personEmail } from '../account-fields.ts'
import { create, credential, get, list, one, put, remove } from '../endpoint.ts'
import {
  choice,
  idField,
  idFilters,
  optionalChoice,
  optionalDate,
  optionalId,
  optionalPastDate,
  optionalText,
  readAt,
  searchText,
} from '../fields.ts'
import { DEPARTMENT_TYPES, PERSON_GENDERS, STAFF_STATUSES } from '../labels.ts'
import { nameLine } from '../names.ts'
import { STAFF_ONLY } from '../only.ts'
import { ownInput, ownValues } from '../own-values.ts'
import { optionalPhone, storedPhone } from '../phones.ts'

const DepartmentOfStaff = z.object({ id: z.int(), name: z.string(), type: z.enum(DEPARTMENT_TYPES) })
const DesignationOfStaff = z.object({ id: z.int(), name: z.string() })

export const Staff = z.object({
  id: z.int(),
  name: z.string(),
  user_id: z.int(),
  staff_no: z.nullable(z.string()),
  /** The email is null for somebody who signs in by staff number. */
  user: z.object({ id: z.int(), email: z.nullable(z.string()), roles: z.array(z.string()) }),
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
  own: ownValues,
  status: z.enum(STAFF_STATUSES),
  department: DepartmentOfStaff,
  designation: DesignationOfStaff,
  /** Only people who may edit the staff member get it; the card offers a password only to them. */
  never_signed_in: z.optional(z.boolean()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Staff = z.infer<typeof Staff>

/** The part of a staff record that students see. */
const StaffName = z.object({
  id: z.int(),
  name: z.string(),
  department: DepartmentOfStaff,
  designation: DesignationOfStaff,
})

/** The answer of a create. It tells the password this once. */
export const NewStaff = z.object({ ...Staff.shape, initial_password: credential })
export type NewStaff = z.infer<typeof NewStaff>

const fields = {
  name: nameLine('Staff name'),
  staff_no: optionalStaffNumber,
  department_id: idField('Department'),
  designation_id: idField('Designation'),
  role_id: optionalId('Role'),
  phone: optionalPhone,
  gender: optionalChoice('Gender', PERSON_GENDERS),
  date_of_birth: optionalPastDate('Date of birth'),
  date_of_joining: optionalDate('Date of joining'),
  date_of_leaving: optionalDate('Date of leaving'),
  date_of_retirement: optionalDate('Date of retirement'),
  status: z.optional(choice('Status', STAFF_STATUSES)),
  description: optionalText('Description'),
  own: ownInput,
}

const REQUIRED_AT_FIRST = 'Email is required for user account creation'
const REQUIRED = 'Email is required for user account'

/**
 * Status defaults to active; without `role_id` the person holds no role. Without an email, `without_email` is true and
 * the staff number needed.
 */
export const StaffInput = z
  .object({ ...fields, ...personEmail(REQUIRED_AT_FIRST) })
  .check(emailGiven(REQUIRED_AT_FIRST), emailNotBoth)
export const StaffChange = z
  .object({ ...z.partial(z.object({ ...fields, ...personEmail(REQUIRED) })).shape, phone: storedPhone, ...readAt })
  .check(emailGiven(REQUIRED, true), emailNotBoth)

const staffFilter = {
  ...idFilters('department_id', 'designation_id'),
  status: z.optional(choice('Status', STAFF_STATUSES)),
  only: z.optional(choice('only', STAFF_ONLY)),
  /** Searches name, number, email, department, designation, role and phone; for students only the fields that they see. */
  q: searchText,
}

export const staff = {
  list: list('/staff', {
    summary: 'Staff by name; students see names, designations and departments of those at work',
    action: 'staff:read',
    query: staffFilter,
    row: z.union([Staff, StaffName]),
    failure: 'Failed to fetch staff',
  }),
  currentUser: get('/staff/current-user', {
    summary: 'The own staff record with its department; 404 for staff without one',
    action: 'staff:read-own',
    reply: one(Staff),
    failure: 'Failed to fetch current user staff info',
  }),
  export: get('/staff/export', {
    summary: 'Staff as a table, with the columns that an import takes',
    action: 'staff:export',
    query: z.object({ ...staffFilter, format: z.optional(choice('Format', ['csv', 'xlsx'])) }),
    file: { type: 'text/csv', description: 'A CSV or XLSX file' },
    costly: true,
    failure: 'Failed to export staff',
  }),
  read: get('/staff/:id', {
    summary: 'One staff member',
    action: 'staff:read',
    reply: one(z.union([Staff, StaffName])),
    failure: 'Failed to fetch staff member',
  }),
  create: create('/staff', {
    summary: 'Add a staff member with an account; the answer carries the initial password, once',
    action: 'staff:write',
    body: StaffInput,
    reply: one(NewStaff),
    failure: 'Failed to create staff member',
  }),
  update: put('/staff/:id', {
    summary: 'Change a staff member',
    action: 'staff:write',
    body: StaffChange,
    reply: one(Staff),
    failure: 'Failed to update staff member',
  }),
  remove: remove('/staff/:id', {
    summary: 'Delete a staff member on whom nothing depends, with the account',
    action: 'staff:write',
    failure: 'Failed to delete staff member',
  }),
}
