import { sql } from 'kysely'
import { health } from '../../../shared/contract/health.ts'
import { HttpError } from '../../core/errors.ts'
import { routes } from '../../core/routes.ts'

export const healthRoutes = routes(health, {
  read: async ({ db }) => {
    await sql`select 1`.execute(db).catch(() => {
      throw new HttpError(503, 'The database does not answer.')
    })
    return { status: 'ok' as const }
  },
})
