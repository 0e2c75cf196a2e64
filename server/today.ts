import type { TodayKind } from './core/today.ts'
import { newResults, resultsMissing } from './features/assessments/today.reads.ts'
import {
  attendanceLow,
  ownRegisters,
  registersByDepartment,
  registersNotTaken,
  registersWithLeave,
  sessionsSoon,
} from './features/attendance/today.reads.ts'
import { backupTrouble } from './features/backups/today.reads.ts'
import { surveysClosing, surveysToAnswer } from './features/feedback/today.reads.ts'
import { leaveAnswers, leavesToDecide } from './features/leaves/today.reads.ts'
import { cases, casesOverdue } from './features/reportings/today.reads.ts'
import { staffNeverSignedIn } from './features/staff/today.reads.ts'
import { failedJobs } from './features/status/today.reads.ts'
import { studentsBelow } from './features/student-reports/today.reads.ts'
import { studentsNeverSignedIn, studentsUnplaced } from './features/students/today.reads.ts'
import { grading, newMarks, tasksDue, ungradedLong } from './features/tasks/today.reads.ts'

/** All that may wait for somebody, in the order in which it is shown. */
export const TODAY: readonly TodayKind[] = [
  backupTrouble,
  failedJobs,
  ownRegisters,
  registersWithLeave,
  tasksDue,
  sessionsSoon,
  surveysToAnswer,
  attendanceLow,
  newMarks,
  newResults,
  leaveAnswers,
  leavesToDecide,
  cases,
  casesOverdue,
  grading,
  studentsBelow,
  ungradedLong,
  resultsMissing,
  registersByDepartment,
  registersNotTaken,
  surveysClosing,
  studentsUnplaced,
  staffNeverSignedIn,
  studentsNeverSignedIn,
]
