import { ALL, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['POST /login', 'public'],
    ['POST /auth/forgot-password', 'public'],
    ['POST /auth/reset-password', 'public'],
    ['POST /logout', ALL, { endsLogin: true }],
    ['GET /auth/me', ALL],
    ['POST /auth/refresh', ALL, { endsLogin: true }],
    ['POST /auth/change-password', ALL],
  ],
}
