import type { Endpoint } from '../endpoint.ts'
import { accounts } from './accounts.ts'
import { announcements } from './announcements.ts'
import { assessmentFigures } from './assessment-figures.ts'
import { assessmentResults } from './assessment-results.ts'
import { assessments } from './assessments.ts'
import { attendanceSessions } from './attendance-sessions.ts'
import { attendanceSubmissions } from './attendance-submissions.ts'
import { audit } from './audit.ts'
import { auth, users } from './auth.ts'
import { batches } from './batches.ts'
import { calendar } from './calendar.ts'
import { concerns } from './concerns.ts'
import { dashboard } from './dashboard.ts'
import { departments } from './departments.ts'
import { designations } from './designations.ts'
import { eligibility, eligibilityFiles } from './eligibility.ts'
import { eligibilityLists } from './eligibility-lists.ts'
import { eligibilityExemptions, eligibilityRules } from './eligibility-rules.ts'
import { surveyFollowUp } from './feedback/follow-up.ts'
import { feedbackPool } from './feedback/question-pools.ts'
import { feedbackQuestions } from './feedback/questions.ts'
import { feedbackResponses } from './feedback/responses.ts'
import { feedbackResults } from './feedback/results.ts'
import { feedbackSurveys } from './feedback/surveys.ts'
import { groups, studentGroups } from './groups.ts'
import { health } from './health.ts'
import {
  attendanceImports,
  departmentImports,
  designationImports,
  groupImports,
  resultImports,
  skillImports,
  staffImports,
  studentImports,
} from './imports.ts'
import { inspectionPacks } from './inspection-packs.ts'
import { leaves } from './leaves.ts'
import { libraries } from './libraries.ts'
import { logEntries } from './log-entries.ts'
import { logSigning } from './log-signing.ts'
import { logbook } from './logbook.ts'
import { logbookExports } from './logbook-exports.ts'
import { notices } from './notices.ts'
import { ownFields } from './own-fields.ts'
import { personalData } from './personal-data.ts'
import { postings } from './postings.ts'
import { provider } from './provider.ts'
import { reportingEntries } from './reporting-entries.ts'
import { reportings } from './reportings.ts'
import { roles } from './roles.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { securityLog } from './security-log.ts'
import { settings } from './settings.ts'
import { skills } from './skills.ts'
import { staff } from './staff.ts'
import { start } from './start.ts'
import { status } from './status.ts'
import { studentBatches } from './student-batches.ts'
import { studentReports } from './student-reports.ts'
import { studentTasks } from './student-tasks.ts'
import { students } from './students.ts'
import { submissionComments } from './submission-comments.ts'
import { submissions } from './submissions.ts'
import { tasks } from './tasks.ts'
import { today } from './today.ts'
import { verifiedDocuments } from './verified-documents.ts'

type Contract = Readonly<Record<string, Endpoint>>

/** The contracts by feature. The app, its reference and the tests over every endpoint read them here. */
export const contracts = {
  health: [health],
  auth: [auth, secondFactor, provider],
  accounts: [accounts, users],
  'personal-data': [personalData],
  start: [start],
  dashboard: [dashboard, today],
  search: [search],
  calendar: [calendar],
  notices: [notices],
  announcements: [announcements],
  departments: [departments],
  designations: [designations],
  roles: [roles],
  batches: [batches],
  groups: [groups],
  memberships: [studentGroups, studentBatches],
  'own-fields': [ownFields],
  students: [students],
  staff: [staff],
  imports: [
    studentImports,
    staffImports,
    skillImports,
    departmentImports,
    designationImports,
    groupImports,
    resultImports,
    attendanceImports,
  ],
  postings: [postings],
  tasks: [tasks, studentTasks, submissions, submissionComments],
  skills: [skills],
  logbook: [logEntries, logSigning, logbook, logbookExports],
  attendance: [attendanceSessions, attendanceSubmissions],
  leaves: [leaves],
  assessments: [assessments, assessmentResults, assessmentFigures],
  library: [libraries],
  reportings: [reportings, reportingEntries],
  surveys: [feedbackSurveys, surveyFollowUp, feedbackQuestions],
  'question-pool': [feedbackPool],
  responses: [feedbackResponses],
  'survey-results': [feedbackResults],
  'student-reports': [studentReports],
  'verified-documents': [verifiedDocuments],
  eligibility: [eligibility, eligibilityFiles, eligibilityRules, eligibilityExemptions, eligibilityLists],
  'inspection-packs': [inspectionPacks],
  audit: [audit],
  'security-log': [securityLog],
  concerns: [concerns],
  status: [status],
  settings: [settings],
} satisfies Record<string, readonly Contract[]>

export type FeatureName = keyof typeof contracts

const features = new Map(
  Object.entries<readonly Contract[]>(contracts).flatMap(([feature, theirs]) =>
    theirs.flatMap((contract) =>
      Object.values(contract).map((endpoint) => [endpoint, feature as FeatureName] as const),
    ),
  ),
)

export const featureOf = (endpoint: Endpoint): FeatureName | undefined => features.get(endpoint)

export const declaredEndpoints: Endpoint[] = [...features.keys()]
