import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { todayOf } from '../dashboard/rules.ts'
import { sweepPushDevices } from './devices.writes.ts'
import { digestMailOf, sweepDigests } from './digests.ts'
import { pushKindOf, sweepWorkDue, tellEvents } from './pushing.ts'
import { noticeRoutes } from './routes.ts'

export const notices: Feature = {
  routes: noticeRoutes,
  tables: ['notice_choices', 'push_devices', 'push_events'],
  jobsOver: (features) => {
    const kinds = todayOf(features)
    const [digestMail, pushKind] = [digestMailOf(kinds), pushKindOf(kinds)]
    return {
      mails: [digestMail, pushKind],
      sweeps: [
        sweepKind('digests', (services) => sweepDigests(services, digestMail)),
        sweepKind('work-due', sweepWorkDue),
        sweepKind('push-devices', ({ db }) => sweepPushDevices(db)),
      ],
      everyMinute: (services) => tellEvents(services, pushKind),
    }
  },
}
