import type { Feature } from '../../feature.ts'
import { announcementRoutes } from './routes.ts'
import { announcementHits } from './search.reads.ts'
import { unreadAnnouncements } from './today.reads.ts'

export const announcements: Feature = {
  routes: announcementRoutes,
  tables: ['announcements', 'announcement_files', 'announcement_readings'],
  holdsFiles: ['announcement_files'],
  hits: announcementHits,
  today: [unreadAnnouncements],
}
