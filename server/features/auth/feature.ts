import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { sweepDevices } from './devices.writes.ts'
import { addressMail, factorResetMail, resetMail } from './mailing.ts'
import { authRoutes } from './routes.ts'

export const auth: Feature = {
  routes: authRoutes,
  tables: ['known_devices'],
  sweeps: [sweepKind('devices', ({ db }) => sweepDevices(db))],
  mails: [resetMail, factorResetMail, addressMail],
}
