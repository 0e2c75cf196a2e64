import { audit } from '../../../shared/contract/audit.ts'
import { routes } from '../../http/routes.ts'
import { listAudit } from './reads.ts'

export const auditRoutes = routes(audit, {
  list: ({ db, caller, query, page }) => listAudit(db, caller, query, page),
})
