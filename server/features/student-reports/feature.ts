import type { Feature } from '../../feature.ts'
import { attendancePaper } from './certificate.ts'
import { studentReportRoutes } from './routes.ts'
import { studentsBelow } from './today.reads.ts'

export const studentReports: Feature = {
  routes: studentReportRoutes,
  papers: [attendancePaper],
  today: [studentsBelow],
}
