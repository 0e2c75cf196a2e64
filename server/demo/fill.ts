import type { Tx } from '../db/types.ts'
import { fillAnnouncements } from './announcements.ts'
import { fillAssessments } from './assessments.ts'
import { fillAttendance } from './attendance.ts'
import { fillByNumber } from './by-number.ts'
import { fillCases } from './cases.ts'
import { fillCollege } from './college.ts'
import { type DocumentMaker, fillDocuments, issuing } from './documents.ts'
import { fillEligibility } from './eligibility.ts'
import { fillFeedback } from './feedback.ts'
import { freezing } from './frozen-lists.ts'
import { fillGroups } from './groups.ts'
import { fillLeaves } from './leaves.ts'
import { fillLibrary } from './library.ts'
import { fillLogbook } from './logbook.ts'
import { fillOwnFields } from './own-fields.ts'
import { fillRotation } from './rotation.ts'
import { fillSkills } from './skills.ts'
import { fillStaff } from './staff.ts'
import { fillStudents } from './students.ts'
import { fillSubmissions } from './submissions.ts'
import { fillTasks } from './tasks.ts'

/** The password of every account of the demo college. */
const DEMO_PASSWORD = 'ClinicalElog1'

interface DemoOptions {
  /** The college's day, `YYYY-MM-DD`: everything lies around it. */
  today: string
  hashPassword(password: string): Promise<string>
  /** Puts a file into the file store; returns its storage key. */
  putFile(bytes: Buffer): Promise<string>
  /** The key that anonymous responses are sealed with while they wait. */
  responsesKey: Buffer
  /** The college as its documents name it. */
  maker: DocumentMaker
  /** Reports progress. */
  say(line: string): void
}

/** Fills an empty, migrated database with the demo college: the same one every time, relative to `today`. */
export async function fillDemo(
  tx: Tx,
  { today, hashPassword, putFile, responsesKey, maker, say }: DemoOptions,
): Promise<void> {
  // All accounts have the same hash: Argon2 is slow on purpose.
  const college = await fillCollege(tx, today, await hashPassword(DEMO_PASSWORD))
  say('Batches, departments, designations')
  const staff = await fillStaff(tx, college)
  say(`${staff.length} staff`)
  const students = await fillStudents(tx, college)
  say(`${students.length} students`)
  say(`${await fillOwnFields(tx, staff, students)} own fields`)
  const groups = await fillGroups(tx, college, students)
  say(`${groups.length} groups`)
  say(`${await fillRotation(tx, college, groups)} postings`)
  const { sessions, entries } = await fillAttendance(tx, college, groups, staff)
  say(`${sessions} attendance sessions with ${entries} entries`)
  say(`${await fillLeaves(tx, college, groups, staff, putFile)} leave requests`)
  const { assessments, results } = await fillAssessments(tx, college, groups, staff)
  say(`${assessments} assessments with ${results} results`)
  const skills = await fillSkills(tx, college)
  const tasks = await fillTasks(tx, college, groups, staff, skills)
  say(`${tasks.length} tasks`)
  const { submissions, graded, files } = await fillSubmissions(tx, college, tasks, staff, putFile)
  say(`${submissions} submissions with ${files} PDF files, ${graded} graded`)
  say(`${await fillLogbook(tx, college, groups, staff, skills)} performances of skills`)
  say(
    `${await fillEligibility(tx, college, { staff, students, timezone: maker.timezone })} rule sets of the examination`,
  )
  const issue = issuing(tx, today, maker, putFile)
  const lists = freezing(tx, today, college, staff, issue, maker)
  const former = await lists.former()
  say(`${await fillDocuments(tx, issue, staff, students, maker)} issued documents`)
  await lists.later(former)
  say('Two frozen lists of eligibility')
  say(`${await fillCases(tx, college, staff, students, putFile)} incident cases`)
  say(`${await fillLibrary(tx, college, staff, putFile)} library entries`)
  say(`${await fillAnnouncements(tx, college, groups, staff, putFile)} announcements`)
  const feedback = await fillFeedback(tx, college, { staff, students, groups }, responsesKey)
  say(`${feedback.surveys} surveys with ${feedback.responses} responses, ${feedback.questions} questions in the pool`)
  await fillByNumber(tx, college)
  say('A student and a clerk without an email')
}
