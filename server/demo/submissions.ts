import { createHash } from 'node:crypto'
import { DEFAULT_TOTAL_MARKS } from '../../shared/limits.ts'
import type { Db } from '../db/types.ts'
import type { College } from './college.ts'
import { addDays, during } from './days.ts'
import { insertForIds, insertRows } from './insert.ts'
import { makePdf } from './pdf.ts'
import { type Random, randomFrom } from './random.ts'
import { sharedOut } from './rubrics.ts'
import { SENTENCES } from './sentences.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'
import type { Phase, Task } from './tasks.ts'
import { fillThreads } from './threads.ts'
import type { Grade, Submission } from './work.ts'

type Outcome = 'none' | 'submitted' | 'late' | 'graded' | 'graded late'

const SHARES: Partial<Record<Phase, { submit: number; late: number; grade: number }>> = {
  graded: { submit: 0.62, late: 0.1, grade: 0.95 },
  recent: { submit: 0.5, late: 0.08, grade: 0.35 },
  current: { submit: 0.14, late: 0, grade: 0.08 },
  undated: { submit: 0.04, late: 0, grade: 0.3 },
  withdrawn: { submit: 0.3, late: 0.05, grade: 1 },
  logbook: { submit: 0.02, late: 0, grade: 0.4 },
}
/** The outcomes of the demo student's tasks in Medicine, by their place in the curriculum. */
const DEMO_OUTCOMES: Outcome[] = [
  ...(['graded', 'graded late', 'graded', 'submitted', 'late', 'none'] as const),
  ...(['none', 'submitted', 'none', 'none', 'none', 'graded'] as const),
]

function outcomeFor(task: Task, student: Student, random: Random): Outcome {
  if (student.isDemo && task.department === 'Medicine') return DEMO_OUTCOMES[task.place ?? 5] ?? 'none'
  const share = SHARES[task.phase]
  if (!share || student.status !== 'active' || !random.chance(share.submit)) return 'none'
  const isLate = random.chance(share.late)
  if (random.chance(share.grade)) return isLate ? 'graded late' : 'graded'
  return isLate ? 'late' : 'submitted'
}

/** The day of the submission: never today, so that none lies in the future. */
function dayOf(task: Task, isLate: boolean, today: string, random: Random): string {
  const yesterday = addDays(today, -1)
  const earlier = (a: string, b: string) => (a < b ? a : b)
  if (isLate && task.endsOn) return earlier(addDays(task.endsOn, random.whole(1, 4)), yesterday)
  const last = earlier(task.endsOn ?? yesterday, yesterday)
  const days = Math.max(0, Math.round((Date.parse(last) - Date.parse(task.startsOn)) / 86_400_000))
  // Most hand in towards the end.
  return addDays(last, -Math.floor(days * random.next() ** 2))
}

function gradeFor(
  task: Task,
  submittedOn: string,
  today: string,
  graders: StaffMember[],
  random: Random,
): Grade | null {
  const day = addDays(submittedOn, random.whole(1, 6))
  const gradedOn = day < today ? day : addDays(today, -1)
  if (gradedOn <= submittedOn) return null
  const total = task.totalMarks ?? DEFAULT_TOTAL_MARKS
  const share = Math.min(1, 0.42 + 0.3 * random.next() + 0.28 * random.next())
  const marks = Math.round(total * share)
  const tone = marks * 2 < total ? 'weak' : marks * 4 < total * 3 ? 'fair' : 'good'
  return {
    marks,
    first: random.chance(0.03) ? Math.max(0, marks - random.whole(1, 2)) : null,
    remarks: random.chance(0.7) ? random.pick(SENTENCES.graders[tone]) : null,
    by: random.pick(graders),
    at: during(gradedOn, random),
  }
}

function filesFor(task: Task, student: Student, day: string, random: Random): Submission['files'] {
  const sheet = (title: string) =>
    makePdf(
      title,
      [
        ['Student', student.latin],
        ['Roll number', student.rollNo],
        ['Department', task.department],
        ['Batch', `${student.batch.name}, ${student.batch.year}`],
        ['Date', day],
      ],
      random.shuffled(SENTENCES.sheets).slice(0, random.whole(2, 4)),
    )
  const slug = task.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const files = [{ name: `${student.rollNo} ${slug}.pdf`, bytes: sheet(task.name) }]
  if (student.isDemo || random.chance(0.06)) {
    const name = student.isDemo ? 'checklist.pdf' : random.pick(SENTENCES.extraFiles)
    files.push({ name, bytes: sheet(`${task.name}: attachment`) })
  }
  return files
}

function submissionOf(
  task: Task,
  student: Student,
  outcome: Outcome,
  today: string,
  graders: StaffMember[],
  random: Random,
): Submission {
  const day = dayOf(task, outcome.endsWith('late'), today, random)
  const grade = outcome.startsWith('graded') ? gradeFor(task, day, today, graders, random) : null
  if (grade && student.isDemo) {
    // The demo student always has something to read, and one of the grades is news.
    grade.remarks ??= 'Good work. See the notes on your sheet.'
    if (task.department === 'Medicine' && task.place === 2) grade.at = during(addDays(today, -2), random)
  }
  return {
    task,
    student,
    at: during(day, random),
    isLate: task.endsOn !== null && day > task.endsOn,
    remarks: student.isDemo || random.chance(0.35) ? random.pick(SENTENCES.students) : null,
    grade,
    files: filesFor(task, student, day, random),
  }
}

/** Plans the students' work, by the time it is handed in. */
function plan(college: College, tasks: Task[], staff: StaffMember[], random: Random): Submission[] {
  const all = tasks.flatMap((task) => {
    const graders = staff.filter((member) => member.department === task.department && member.grades)
    const students = task.groups.flatMap((group) => group.members)
    return students.flatMap((student) => {
      const outcome = outcomeFor(task, student, random)
      return outcome === 'none' ? [] : [submissionOf(task, student, outcome, college.today, graders, random)]
    })
  })
  return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** Stores files a few at a time; the keys come in the order of the files. */
async function storeAll(files: Buffer[], putFile: (bytes: Buffer) => Promise<string>): Promise<string[]> {
  const keys: string[] = []
  const queue = files.entries()
  const worker = async () => {
    for (const [index, bytes] of queue) keys[index] = await putFile(bytes)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return keys
}

export async function fillSubmissions(
  tx: Db,
  college: College,
  tasks: Task[],
  staff: StaffMember[],
  putFile: (bytes: Buffer) => Promise<string>,
) {
  const all = plan(college, tasks, staff, randomFrom(2023))
  const ids = await insertForIds(
    tx,
    'task_submissions',
    all.map(({ task, student, at, isLate, remarks, grade }) => ({
      task_id: task.id,
      student_id: student.id,
      remarks,
      date_time: at,
      is_late: isLate,
      marks: grade?.marks ?? null,
      criteria_marks: grade && task.criteria && JSON.stringify(sharedOut(grade.marks, task.criteria)),
      faculty_remarks: grade?.remarks ?? null,
      graded_by: grade?.by.userId ?? null,
      graded_at: grade?.at ?? null,
      updated_at: grade?.at ?? at,
    })),
  )
  const files = all.flatMap((submission, index) =>
    submission.files.map((file) => ({ ...file, submission_id: ids[index] as number })),
  )
  const keys = await storeAll(
    files.map(({ bytes }) => bytes),
    putFile,
  )
  await insertRows(
    tx,
    'submission_files',
    files.map(({ submission_id, name, bytes }, index) => ({
      submission_id,
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: keys[index] as string,
    })),
  )
  await insertRows(tx, 'audit', gradings(all, ids))
  await fillThreads(tx, all, ids, staff)
  return { submissions: all.length, graded: all.filter(({ grade }) => grade).length, files: files.length }
}

/** The trail that the gradings left, in the order of time. */
function gradings(all: Submission[], ids: number[]) {
  return all
    .flatMap(({ grade }, index) => {
      if (!grade) return []
      const row = {
        actor_id: grade.by.userId,
        actor_name: grade.by.name,
        action: 'grade',
        entity: 'task_submission',
        entity_id: ids[index] as number,
      }
      const remarks: [unknown, unknown][] = grade.remarks ? [[null, grade.remarks]] : []
      const changes = { marks: [null, grade.first ?? grade.marks], ...(remarks[0] && { faculty_remarks: remarks[0] }) }
      const first = { ...row, at: grade.at, changes: JSON.stringify(changes) }
      if (grade.first === null) return [first]
      const before = new Date(Date.parse(grade.at) - 15 * 60_000).toISOString()
      return [
        { ...first, at: before },
        { ...row, at: grade.at, changes: JSON.stringify({ marks: [grade.first, grade.marks] }) },
      ]
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
