import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { newEmailMail, replacedMail } from './mailing.ts'
import { accountRoutes } from './routes.ts'
import { sweepAttempts } from './throttle.writes.ts'

export const accounts: Feature = {
  routes: accountRoutes,
  tables: [
    'users',
    'user_roles',
    'password_resets',
    'email_links',
    'login_failures',
    'forgotten_calls',
    'second_factors',
    'recovery_codes',
  ],
  sweeps: [sweepKind('sign-in-failures', ({ db }) => sweepAttempts(db))],
  mails: [replacedMail, newEmailMail],
}
