import type { Feature } from '../../feature.ts'
import { studentReportRoutes } from './routes.ts'
import { studentsBelow } from './today.reads.ts'

export const studentReports: Feature = {
  routes: studentReportRoutes,
  today: [studentsBelow],
}
