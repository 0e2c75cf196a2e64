import { concerns } from '../../../shared/contract/concerns.ts'
import { conflict } from '../../core/errors.ts'
import { routes } from '../../http/routes.ts'
import { webhookSecret } from './telling.ts'
import { hasPlace, tryPlaces } from './trying.ts'

export const concernRoutes = routes(concerns, {
  key: async ({ services }) => {
    await services.refreshSettings()
    const { ALERT_WEBHOOK } = services.settings
    if (ALERT_WEBHOOK === undefined) throw conflict('Save a webhook first.')
    return { data: { secret: webhookSecret(services.noticesSecret, ALERT_WEBHOOK) } }
  },

  test: async ({ db, write, services }) => {
    await services.refreshSettings()
    const { settings, mail, noticesSecret } = services
    if (!hasPlace(settings)) throw conflict('Nobody is told yet. Save a place first.')
    // It adds nothing, and is counted among what one person may do in a day.
    await write(async () => undefined)
    return { data: { places: await tryPlaces({ db, settings, mail, noticesSecret }) } }
  },
})
