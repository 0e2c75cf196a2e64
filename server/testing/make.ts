import type { Db } from '../db/types.ts'
import type { FileStore } from '../files/files.ts'
import { accountMakers } from './make/accounts.ts'
import { assessmentMakers } from './make/assessments.ts'
import { attendanceMakers } from './make/attendance.ts'
import { calendarMakers } from './make/calendar.ts'
import { collegeMakers } from './make/college.ts'
import { groupMakers } from './make/groups.ts'
import { leaveMakers } from './make/leaves.ts'
import { libraryMakers } from './make/library.ts'
import { logbookMakers } from './make/logbook.ts'
import { ownFieldMakers } from './make/own-fields.ts'
import { postingMakers } from './make/postings.ts'
import { reportingMakers } from './make/reportings.ts'
import { staffMakers } from './make/staff.ts'
import { studentMakers } from './make/students.ts'
import { surveyMakers } from './make/surveys.ts'
import { taskMakers } from './make/tasks.ts'
import { smallPdf } from './small-pdf.ts'

/** Makes records straight in the database, each new and with whatever fields a test names. Ids come back. */
export const makers = (db: Db, files?: FileStore) => ({
  ...accountMakers(db),
  ...collegeMakers(db),
  ...staffMakers(db),
  ...groupMakers(db),
  ...studentMakers(db),
  ...ownFieldMakers(db),
  ...taskMakers(db),
  ...logbookMakers(db),
  ...postingMakers(db),
  ...attendanceMakers(db),
  ...assessmentMakers(db),
  ...leaveMakers(db, files),
  ...libraryMakers(db, files),
  ...reportingMakers(db),
  ...surveyMakers(db, files),
  ...calendarMakers(db),
})

export type Make = ReturnType<typeof makers>

/** A PDF as a form carries it, of so many bytes if that is more. */
export const pdf = (text = 'work', bytes = 0) =>
  new Blob([new Uint8Array(smallPdf(text, bytes))], { type: 'application/pdf' })
