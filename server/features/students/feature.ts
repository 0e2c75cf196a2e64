import type { Feature } from '../../feature.ts'
import { studentRoutes } from './routes.ts'
import { studentHits } from './search.reads.ts'
import { studentsNeverSignedIn, studentsUnplaced } from './today.reads.ts'

export const students: Feature = {
  routes: studentRoutes,
  tables: ['students'],
  hits: studentHits,
  today: [studentsNeverSignedIn, studentsUnplaced],
}
