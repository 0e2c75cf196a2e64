import { ALL, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['POST /login', 'public'],
    ['POST /auth/forgot-password', 'public'],
    ['POST /auth/reset-password', 'public'],
    ['POST /auth/email/take', 'public'],
    ['POST /auth/provider', 'public'],
    ['POST /auth/provider/finish', 'public'],
    ['POST /logout', ALL, { endsLogin: true }],
    ['GET /auth/me', ALL],
    ['POST /auth/refresh', ALL, { endsLogin: true }],
    ['POST /auth/change-password', ALL],
    ['POST /auth/email', ALL],
    // Each has one login here: what the rows above opened ends.
    ['DELETE /auth/logins', ALL],
    ['GET /auth/logins', ALL, 'shown'],
    ['DELETE /auth/logins/:id', ALL, 404],
    ['GET /auth/second-factor', ALL],
    ['POST /auth/second-factor', ALL],
    ['POST /auth/second-factor/confirm', ALL],
    ['POST /auth/second-factor/recovery-codes', ALL],
    ['POST /auth/second-factor/off', ALL],
    ['POST /auth/second-factor/noted', ALL],
    ['DELETE /users/:id/second-factor', 'A', 'shown'],
  ],
}
