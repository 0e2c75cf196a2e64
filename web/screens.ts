import type { Screen } from './core/screens.ts'
import { screen as announcements } from './features/announcements/screen.ts'
import { screen as ownResults } from './features/assessments/own.screen.ts'
import { screen as assessments } from './features/assessments/screen.ts'
import { screen as attendance } from './features/attendance/screen.ts'
import { screen as batches } from './features/batches/screen.ts'
import { screen as timetable } from './features/calendar/screen.ts'
import { screen as dashboard } from './features/dashboard/screen.ts'
import { screen as departments } from './features/departments/screen.ts'
import { screen as designations } from './features/designations/screen.ts'
import { screen as frozenList } from './features/eligibility/list.screen.ts'
import { screen as frozenLists } from './features/eligibility/lists.screen.ts'
import { screen as eligibilityRules } from './features/eligibility/rules.screen.ts'
import { screen as eligibility } from './features/eligibility/screen.ts'
import { screen as studentPage } from './features/glance/screen.ts'
import { screen as groups } from './features/groups/screen.ts'
import { screen as attendanceImport } from './features/imports/attendance.screen.ts'
import { screen as departmentImport } from './features/imports/departments.screen.ts'
import { screen as designationImport } from './features/imports/designations.screen.ts'
import { screen as groupImport } from './features/imports/groups.screen.ts'
import { screen as resultImport } from './features/imports/results.screen.ts'
import { screen as skillImport } from './features/imports/skills.screen.ts'
import { screen as staffImport } from './features/imports/staff.screen.ts'
import { screen as studentImport } from './features/imports/students.screen.ts'
import { screen as inspectionPacks } from './features/inspection-packs/screen.ts'
import { screen as leaves } from './features/leaves/screen.ts'
import { screen as library } from './features/library/screen.ts'
import { screen as logbook } from './features/logbook/screen.ts'
import { screen as ownFields } from './features/own-fields/screen.ts'
import { screen as postings } from './features/postings/screen.ts'
import { screen as questionPool } from './features/question-pool/screen.ts'
import { screen as reportings } from './features/reportings/screen.ts'
import { screen as answering } from './features/responses/answering.screen.ts'
import { screen as studentFeedback } from './features/responses/screen.ts'
import { screen as roles } from './features/roles/screen.ts'
import { screen as securityLog } from './features/security-log/screen.ts'
import { screen as settings } from './features/settings/screen.ts'
import { screen as skills } from './features/skills/screen.ts'
import { screen as staff } from './features/staff/screen.ts'
import { screen as status } from './features/status/screen.ts'
import { screen as studentAttendance } from './features/student-attendance/screen.ts'
import { screen as studentReports } from './features/student-reports/screen.ts'
import { screen as students } from './features/students/screen.ts'
import { screen as surveyResults } from './features/survey-results/screen.ts'
import { screen as feedback } from './features/surveys/screen.ts'
import { screen as tasks } from './features/tasks/screen.ts'
import { screen as issuedDocuments } from './features/verified-documents/screen.ts'

/** The screens for those who are signed in, in the order of their tiles. */
export const SCREENS: readonly Screen[] = [
  dashboard,
  departments,
  departmentImport,
  batches,
  staff,
  staffImport,
  students,
  studentImport,
  studentPage,
  groups,
  groupImport,
  tasks,
  attendance,
  studentAttendance,
  leaves,
  assessments,
  ownResults,
  reportings,
  studentReports,
  library,
  feedback,
  questionPool,
  surveyResults,
  studentFeedback,
  answering,
  timetable,
  logbook,
  skills,
  attendanceImport,
  resultImport,
  skillImport,
  postings,
  announcements,
  eligibility,
  eligibilityRules,
  inspectionPacks,
  frozenLists,
  issuedDocuments,
  frozenList,
  ownFields,
  designations,
  designationImport,
  roles,
  securityLog,
  status,
  settings,
]
