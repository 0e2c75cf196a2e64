import * as z from 'zod/mini'
import { signInName } from '../account-fields.ts'
import { credential, get, list, Message, one, post, remove } from '../endpoint.ts'
import { email } from '../fields.ts'
import { CODE_MAX, EMAILS_A_DAY_MAX, LOGIN_PASSWORD_MIN, PASSWORD_MAX, PASSWORD_PATTERN } from '../limits.ts'

export const User = z.object({
  id: z.int(),
  name: z.string(),
  /** Null for a person who signs in by a number. */
  email: z.nullable(z.string()),
  /** The roll number or staff number of a person without an email. */
  sign_in_name: z.optional(z.string()),
  roles: z.array(z.string()),
  must_change_password: z.boolean(),
  /** The person who replaced this person's own password, until a new one is chosen. */
  password_replaced_by: z.optional(z.string()),
  /** A role of the person's needs a second factor, and there is none: nothing else may be done until there is. */
  must_set_up_second_factor: z.optional(z.boolean()),
  /** The person who switched off this person's second factor, until this person has taken note. */
  second_factor_reset_by: z.optional(z.string()),
})
export type User = z.infer<typeof User>

export const LoginAnswer = z.object({
  access_token: credential,
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  user: User,
})
export type LoginAnswer = z.infer<typeof LoginAnswer>

/** The generic password rule. */
export const newPassword = z
  .string('password is required')
  .check(
    z.minLength(1, { error: 'password is required', abort: true }),
    z.maxLength(PASSWORD_MAX, { error: `Password must be at most ${PASSWORD_MAX} characters`, abort: true }),
    z.regex(PASSWORD_PATTERN, 'Password must be at least 8 characters with uppercase, lowercase, and number'),
  )

/** The 401 of a sign-in whose password was right, where there is a second factor. */
export const CODE_NEEDED = 'Please enter the code of your authenticator app, or a recovery code.'
export const WRONG_CODE = 'The code is not correct, or was used already.'

export const LoginInput = z.object({
  /** An email, a roll number or a staff number. */
  email: signInName('email is required'),
  password: z
    .string('password is required')
    .check(
      z.minLength(1, { error: 'password is required', abort: true }),
      z.minLength(LOGIN_PASSWORD_MIN, `password must be at least ${LOGIN_PASSWORD_MIN} characters`),
      z.maxLength(PASSWORD_MAX, `password must be at most ${PASSWORD_MAX} characters`),
    ),
  /** A code of the authenticator app or a recovery code, for a person with a second factor. */
  code: z.optional(z.string('code must be text').check(z.trim(), z.maxLength(CODE_MAX, WRONG_CODE))),
})

export const ForgotPasswordInput = z.object({ email: email('email is required') })

export const ResetPasswordInput = z.object({
  token: z.string('token is required').check(z.minLength(1, 'token is required'), z.maxLength(200)),
  password: newPassword,
})

export const currentPassword = z
  .string('Current password is required')
  .check(
    z.minLength(1, 'Current password is required'),
    z.maxLength(PASSWORD_MAX, 'The current password is not correct.'),
  )

/**
 * Somebody who has just signed in with an initial password need not type that one again, which the server knows once
 * there is a new one. Until then both are asked for.
 */
export const ChangePasswordInput = z
  .object({ current_password: z.optional(currentPassword), password: newPassword })
  .check(
    z.refine(({ current_password, password }) => current_password !== undefined || password !== undefined, {
      error: 'Current password is required',
      path: ['current_password'],
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )

/** The address of an account that has none. */
export const AddEmailInput = z.object({ email: email('Email is required'), current_password: currentPassword })
/** The page that a mailed link opens, on which the address is taken. */
export const TAKE_EMAIL_PATH = '/take-address'

/** A login of the own account; its token is not told again. */
const OwnLogin = z.object({
  id: z.int(),
  /** The browser's own name. */
  user_agent: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.string(),
  /** True for the login that made this call. */
  is_current: z.boolean(),
})
export type OwnLogin = z.infer<typeof OwnLogin>

/** The 403 of every call but a few until the first password is chosen. */
export const PASSWORD_FIRST = 'Please choose a new password first.'
/** The 403 of every call but a few until a second factor is set up, where a role needs one. */
export const SECOND_FACTOR_FIRST = 'Please set up two-step sign-in first.'

export const auth = {
  login: post('/login', {
    goesOn: 'sign-in',
    summary: 'Sign in with email, roll number or staff number, and password',
    action: 'public',
    vital: true,
    body: LoginInput,
    reply: LoginAnswer,
    failure: 'Login failed',
  }),
  logout: post('/logout', {
    goesOn: 'sign-in',
    summary: 'End this login',
    action: 'account:own',
    endsLogin: true,
    vital: true,
    beforePasswordChoice: true,
    reply: Message,
    failure: 'Logout failed',
  }),
  me: get('/auth/me', {
    summary: 'Who is signed in',
    action: 'account:own',
    vital: true,
    beforePasswordChoice: true,
    reply: one(User),
    failure: 'Failed to get user info',
  }),
  refresh: post('/auth/refresh', {
    goesOn: 'sign-in',
    summary: 'Replace the token of this login; the old one is revoked',
    action: 'account:own',
    endsLogin: true,
    vital: true,
    reply: LoginAnswer,
    failure: 'Token refresh failed',
  }),
  forgotPassword: post('/auth/forgot-password', {
    goesOn: 'sign-in',
    summary: 'Mail a link to choose a new password; the answer never tells whether the email exists',
    action: 'public',
    body: ForgotPasswordInput,
    reply: Message,
    failure: 'Password reset failed',
  }),
  resetPassword: post('/auth/reset-password', {
    goesOn: 'sign-in',
    summary: 'Choose a new password with the token of a mailed link',
    action: 'public',
    body: ResetPasswordInput,
    reply: Message,
    failure: 'Password reset failed',
  }),
  changePassword: post('/auth/change-password', {
    goesOn: 'sign-in',
    summary: 'Change the own password; every other login of the person ends',
    action: 'account:own',
    beforePasswordChoice: true,
    body: ChangePasswordInput,
    reply: Message,
    failure: 'Password change failed',
  }),
  addEmail: post('/auth/email', {
    aDay: { most: EMAILS_A_DAY_MAX, noun: 'addresses' },
    goesOn: 'change',
    summary: 'Give the own account, which has none, an email; where mail is set up, once a mailed link is opened',
    action: 'account:own',
    body: AddEmailInput,
    reply: z.object({ message: z.string(), data: z.object({ email: z.nullable(z.string()) }) }),
    failure: 'Failed to add the address',
  }),
  takeEmail: post('/auth/email/take', {
    goesOn: 'sign-in',
    summary: 'Take the email of a mailed link for the account that asked for it',
    action: 'public',
    body: z.object({
      token: z.string('token is required').check(z.minLength(1, 'token is required'), z.maxLength(200)),
    }),
    reply: Message,
    failure: 'Failed to take the address',
  }),
  listLogins: list('/auth/logins', {
    summary: 'The own logins: the one in use, then those used last',
    action: 'account:own',
    row: OwnLogin,
    failure: 'Failed to fetch the signed-in devices',
  }),
  endLogin: remove('/auth/logins/:id', {
    summary: 'End a login of the own account, wherever it is used',
    action: 'account:own',
    failure: 'Failed to sign the device out',
  }),
  endOtherLogins: remove('/auth/logins', {
    summary: 'End every login of the own account but the one in use',
    action: 'account:own',
    failure: 'Failed to sign the other devices out',
  }),
}

export const RoleRef = z.object({ id: z.int(), name: z.string() })

export const users = {
  roles: get('/users/:id/roles', {
    summary: 'The roles of a person: one’s own, an administrator anybody’s',
    action: 'users:read-roles',
    beforePasswordChoice: true,
    reply: z.object({ data: z.array(RoleRef) }),
    failure: 'Failed to get user roles',
  }),
}
