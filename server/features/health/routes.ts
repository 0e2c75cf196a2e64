import { sql } from 'kysely'
import { health } from '../../../shared/contract/health.ts'
import { HttpError } from '../../core/errors.ts'
import { routes } from '../../core/http/routes.ts'

export const healthRoutes = routes(health, {
  read: async ({ db, services, request }) => {
    await sql`select 1`.execute(db).catch(() => {
      throw new HttpError(503, 'The database does not answer.')
    })
    // The log says what a disk that can't be asked means; the server answers all the same.
    const isLow = await request.server.uploads.room.isLow().catch(() => false)
    const files = services.files.trouble?.()
    return { status: 'ok' as const, ...(isLow ? { disk: 'low' as const } : {}), ...(files ? { files } : {}) }
  },
})
