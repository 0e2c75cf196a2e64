import type { Feature } from '../../feature.ts'
import { concernRoutes } from './routes.ts'
import { alertMail, alertPost } from './telling.ts'
import { installation } from './today.reads.ts'

export const concerns: Feature = {
  routes: concernRoutes,
  tables: ['concerns', 'signs_of_life', 'newest_release'],
  mails: [alertMail, alertPost],
  today: [installation],
}
