import { securityLog } from '../../../shared/contract/security-log.ts'
import { routes } from '../../http/routes.ts'
import { listSecurityLog } from './reads.ts'

export const securityLogRoutes = routes(securityLog, {
  list: async ({ db, caller, query, page, request }) => {
    // The list has what this process has just seen.
    await request.server.securityLog.written()
    return listSecurityLog(db, caller, query, page)
  },
})
