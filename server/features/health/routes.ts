import { sql } from 'kysely'
import { health } from '../../../shared/contract/health.ts'
import { HttpError } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import { type Routes, routes } from '../../http/routes.ts'

const askDatabase = (db: Db) =>
  sql`select 1`.execute(db).catch(() => {
    throw new HttpError(503, 'The database does not answer.')
  })

export const healthRoutes: Routes = (app, services) => {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })

  routes(health, {
    read: async ({ db, request }) => {
      await askDatabase(db)
      // The log says what a disk that can't be asked means; the server answers all the same.
      const isLow = await request.server.uploads.room.isLow().catch(() => false)
      const files = services.files.trouble?.()
      return { status: 'ok' as const, ...(isLow ? { disk: 'low' as const } : {}), ...(files ? { files } : {}) }
    },

    ready: async ({ db }) => {
      if (isStopping) throw new HttpError(503, 'The server is about to stop.')
      await askDatabase(db)
      return { status: 'ready' as const }
    },
  })(app, services)
}
