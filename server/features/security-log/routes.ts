import { securityLog } from '../../../shared/contract/security-log.ts'
import { routes } from '../../http/routes.ts'
import { listSecurityLog } from './reads.ts'

export const securityLogRoutes = routes(securityLog, {
  list: async ({ db, caller, query, page, request }) => {
    // What this process has just seen is in the list.
    await request.server.securityLog.written()
    return listSecurityLog(db, caller, query, page)
  },
})
