import type { FeatureName } from '../shared/contract/all.ts'
import type { Feature } from './feature.ts'
import { accounts } from './features/accounts/feature.ts'
import { announcements } from './features/announcements/feature.ts'
import { assessments } from './features/assessments/feature.ts'
import { attendance } from './features/attendance/feature.ts'
import { audit } from './features/audit/feature.ts'
import { auth } from './features/auth/feature.ts'
import { backups } from './features/backups/feature.ts'
import { batches } from './features/batches/feature.ts'
import { calendar } from './features/calendar/feature.ts'
import { concerns } from './features/concerns/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { departments } from './features/departments/feature.ts'
import { designations } from './features/designations/feature.ts'
import { eligibility } from './features/eligibility/feature.ts'
import { groups } from './features/groups/feature.ts'
import { health } from './features/health/feature.ts'
import { imports } from './features/imports/feature.ts'
import { inspectionPacks } from './features/inspection-packs/feature.ts'
import { leaves } from './features/leaves/feature.ts'
import { library } from './features/library/feature.ts'
import { logbook } from './features/logbook/feature.ts'
import { memberships } from './features/memberships/feature.ts'
import { notices } from './features/notices/feature.ts'
import { ownFields } from './features/own-fields/feature.ts'
import { personalData } from './features/personal-data/feature.ts'
import { postings } from './features/postings/feature.ts'
import { questionPool } from './features/question-pool/feature.ts'
import { reportings } from './features/reportings/feature.ts'
import { responses } from './features/responses/feature.ts'
import { roles } from './features/roles/feature.ts'
import { search } from './features/search/feature.ts'
import { securityLog } from './features/security-log/feature.ts'
import { settings } from './features/settings/feature.ts'
import { skills } from './features/skills/feature.ts'
import { staff } from './features/staff/feature.ts'
import { start } from './features/start/feature.ts'
import { status } from './features/status/feature.ts'
import { studentReports } from './features/student-reports/feature.ts'
import { students } from './features/students/feature.ts'
import { surveyResults } from './features/survey-results/feature.ts'
import { surveys } from './features/surveys/feature.ts'
import { tasks } from './features/tasks/feature.ts'
import { verifiedDocuments } from './features/verified-documents/feature.ts'

/** Every feature of the server, by the name of its folder. A feature without calls stands beside those of the contract. */
export const FEATURES: Readonly<Record<FeatureName | 'backups', Feature>> = {
  health,
  auth,
  accounts,
  'personal-data': personalData,
  start,
  dashboard,
  search,
  calendar,
  notices,
  announcements,
  departments,
  designations,
  roles,
  batches,
  groups,
  memberships,
  'own-fields': ownFields,
  staff,
  students,
  imports,
  postings,
  skills,
  tasks,
  logbook,
  attendance,
  leaves,
  assessments,
  library,
  reportings,
  surveys,
  'question-pool': questionPool,
  responses,
  'survey-results': surveyResults,
  'student-reports': studentReports,
  'verified-documents': verifiedDocuments,
  eligibility,
  'inspection-packs': inspectionPacks,
  audit,
  'security-log': securityLog,
  backups,
  concerns,
  status,
  settings,
}

/** The same, as the app reads them. */
export const features: readonly Feature[] = Object.values(FEATURES)

/** Every table with files: the sweep sets aside what none of them names. */
export const holdsFiles = features.flatMap((feature) => feature.holdsFiles ?? [])
