import { securityLog } from '../../../shared/contract/security-log.ts'
import { routes } from '../../core/routes.ts'
import { listSecurityLog } from './reads.ts'

export const securityLogRoutes = routes(securityLog, {
  list: async ({ db, services, query, page, request }) => {
    // What this process has just seen is in the list.
    await request.server.securityLog.written()
    return listSecurityLog(db, services.settings.COLLEGE_TIMEZONE, query, page)
  },
})
