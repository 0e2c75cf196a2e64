import { concerns } from '../../../shared/contract/concerns.ts'
import { conflict } from '../../core/errors.ts'
import { routes } from '../../http/routes.ts'
import { hasPlace, tryPlaces } from './trying.ts'

export const concernRoutes = routes(concerns, {
  test: async ({ db, services }) => {
    await services.refreshSettings()
    const { settings, mail } = services
    if (!hasPlace(settings)) throw conflict('Nobody is told yet. Save a place first.')
    return { data: { places: await tryPlaces({ db, settings, mail }) } }
  },
})
