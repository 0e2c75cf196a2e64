import * as z from 'zod/mini'
import { credential, list, one, post } from '../endpoint.ts'
import { idFilters, searchText } from '../fields.ts'
import { INITIAL_PASSWORDS_A_DAY_MAX } from '../limits.ts'
import { RoleRef } from './auth.ts'

/** A person's account as administrators see it. */
export const Account = z.object({
  id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  roles: z.array(RoleRef),
  /** The kind of the account's person; null for the first administrator. */
  kind: z.nullable(z.enum(['staff', 'student'])),
  /** The department of staff, the roll number of a student. */
  detail: z.nullable(z.string()),
  status: z.nullable(z.string()),
  has_second_factor: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** The account data for a first sign-in. It is answered once; only a hash of the password is stored. */
export const Credential = z.object({
  user_id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  roll_no: z.nullable(z.string()),
  /** The roll number or staff number of a person without an email. */
  sign_in_name: z.optional(z.string()),
  initial_password: credential,
})
export type Credential = z.infer<typeof Credential>

/** Refuses a new password for a person who has signed in before, unless the editor may do more than edit the person. */
export const SIGNED_IN_ALREADY =
  'This person has signed in before: an administrator or the head of the department can issue a new password.'

/** Refuses another email for a person who signs in with it: the new address would get the account. */
export const SIGNS_IN_BY_EMAIL =
  'This person signs in with this email: an administrator or the head of the department can change it.'
export const SIGNS_IN_BY_NUMBER =
  'This person has signed in before: an administrator or the head of the department can enter an email.'
export const SIGNS_IN_BY_TWO_STEPS = 'This person uses two-step sign-in: an administrator can change the email.'

export const accounts = {
  list: list('/users', {
    summary: 'Accounts by name; `role_id` keeps those who hold a role, `id` one of them',
    action: 'users:read',
    query: {
      q: searchText,
      ...idFilters('role_id', 'id'),
    },
    row: Account,
    failure: 'Failed to fetch users',
  }),
  initialPassword: post('/users/:id/initial-password', {
    goesOn: 'sign-in',
    aDay: { most: INITIAL_PASSWORDS_A_DAY_MAX, noun: 'initial passwords' },
    summary: 'Issue a new initial password for a person whom one may edit; their logins end',
    action: 'credentials:issue',
    reply: one(Credential),
    failure: 'Failed to issue a new password',
  }),
}
