import { sql } from 'kysely'
import { CONCERNS, type ConcernWord } from '../../../shared/concerns.ts'
import { health } from '../../../shared/contract/health.ts'
import { HttpError } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { listConcerns } from '../concerns/reads.ts'

const noAnswer = () => {
  throw new HttpError(503, 'The database does not answer.')
}

const askDatabase = (db: Db) => sql`select 1`.execute(db).catch(noAnswer)

export const healthRoutes: Routes = (app, services) => {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })

  routes(health, {
    // Every process tells alike what any of them has noted, and its own of this moment besides.
    read: async ({ db, request }) => {
      const noted = await listConcerns(db).catch(noAnswer)
      // The log says what a disk that can't be asked means; the server answers all the same.
      const isLow = await request.server.uploads.room.isLow().catch(() => false)
      const words = new Set<ConcernWord>(noted.map(({ kind }) => kind))
      if (isLow) words.add('disk-low')
      if (services.files.trouble?.()) words.add('files-unchecked')
      const concerns = [...words].filter((word) => CONCERNS[word].degrades)
      if (concerns.length === 0) return { status: 'ok' as const }
      const files = (['unchecked', 'unswept'] as const).find((word) => words.has(`files-${word}`))
      return {
        status: 'degraded' as const,
        concerns,
        ...(words.has('disk-low') ? { disk: 'low' as const } : {}),
        ...(files ? { files } : {}),
      }
    },

    ready: async ({ db }) => {
      if (isStopping) throw new HttpError(503, 'The server is about to stop.')
      await askDatabase(db)
      return { status: 'ready' as const }
    },
  })(app, services)
}
