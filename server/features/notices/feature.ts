import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { todayOf } from '../dashboard/rules.ts'
import { digestMailOf, sweepDigests } from './digests.ts'
import { noticeRoutes } from './routes.ts'

export const notices: Feature = {
  routes: noticeRoutes,
  tables: ['notice_choices'],
  jobsOver: (features) => {
    const digestMail = digestMailOf(todayOf(features))
    return { mails: [digestMail], sweeps: [sweepKind('digests', (services) => sweepDigests(services, digestMail))] }
  },
}
