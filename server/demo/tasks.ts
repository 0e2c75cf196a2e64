import type { Criterion } from '../../shared/criteria.ts'
import type { TASK_STATUSES } from '../../shared/labels.ts'
import type { Db } from '../db/types.ts'
import { ACADEMIC, type AcademicName, type College } from './college.ts'
import { CURRICULUM } from './curriculum.ts'
import { addDays } from './days.ts'
import type { Group } from './groups.ts'
import { insertForIds, insertRows } from './insert.ts'
import { type Random, randomFrom } from './random.ts'
import { readCriteria } from './rubrics.ts'
import { SENTENCES } from './sentences.ts'
import type { SkillIds } from './skills.ts'
import type { StaffMember } from './staff.ts'

export type Phase =
  | 'graded'
  | 'recent'
  | 'current'
  | 'undated'
  | 'coming'
  | 'draft'
  | 'withdrawn'
  | 'logbook'
  | 'old logbook'

export interface Task {
  id: number
  name: string
  detail: string
  department: AcademicName
  phase: Phase
  /** Place among the department's single tasks; undefined for the logbook's. */
  place: number | undefined
  totalMarks: number | null
  criteria: readonly Criterion[] | null
  createdOn: string
  startsOn: string
  endsOn: string | null
  groups: Group[]
}

type TaskPlan = Omit<Task, 'id'> & {
  label: string | null
  type: string | null
  passingMarks: number | null
  startDate: string | null
  description: string | null
  status: (typeof TASK_STATUSES)[number]
  createdBy: number | null
}

/** The criteria of those that are marked by a rubric, by the name of the task. */
const RUBRICS = readCriteria('rubrics')

/** By the place of a task among the twelve of its department. */
const PHASES: Phase[] = [
  ...(['graded', 'graded', 'graded', 'recent', 'recent', 'recent'] as const),
  ...(['current', 'current', 'undated', 'coming', 'draft', 'withdrawn'] as const),
]

/** First and last day, days from today; undefined for what has none. */
function dates(phase: Phase, place: number, random: Random): [start: number, end: number] | undefined {
  const shift = random.whole(0, 3)
  switch (phase) {
    case 'graded':
      return [-88 + place * 14 + shift, -70 + place * 14 + shift]
    case 'recent':
      return [-24 + (place - 3) * 4 + shift, -13 + (place - 3) * 3 + shift]
    case 'current':
      return [-9 + (place - 6) * 4 + shift, place === 6 ? 9 + shift : 4 + shift]
    case 'coming':
      return [6 + shift, 27 + shift]
    case 'withdrawn':
      return [-140 + shift, -120 + shift]
    default:
      return undefined
  }
}

/** First and last day of the bulk tasks of a department, days from today; each department is a day earlier and later. */
const BULK_DATES: [start: number, end: number][] = [
  [-100, 45],
  [-100, 45],
  [-100, 10],
  [-290, -110],
]

const statusOf = (phase: Phase): TaskPlan['status'] => {
  if (phase === 'withdrawn' || phase === 'old logbook') return 'inactive'
  return phase === 'coming' || phase === 'draft' ? 'pending' : 'active'
}

function planned(
  department: AcademicName,
  groups: Group[],
  college: College,
  staff: StaffMember[],
  random: Random,
): TaskPlan[] {
  const head = staff.find((member) => member.department === department && member.isHead)
  const own = groups.filter((group) => group.department === department)
  const ofBatch = (index: number) => own.filter((group) => group.batch.id === college.batches[index]?.id)
  const turn = ACADEMIC.indexOf(department)

  const groupsFor = (place: number, phase: Phase): Group[] => {
    // Medicine's fourth year, the demo student's, has a task of every kind.
    const primary = ofBatch(department === 'Medicine' ? 1 : (place + turn) % 3)
    const other = ofBatch(department === 'Medicine' ? (place % 2) * 2 : (place + turn + 1) % 3)
    const pair = (of: Group[]) => (place % 2 && department !== 'Medicine' ? of.slice(2) : of.slice(0, 2))
    if (phase === 'current') return primary
    if (phase === 'undated') return [...primary, ...ofBatch(3), ...ofBatch(4)]
    if (phase === 'coming' || phase === 'draft') return [...primary, ...other]
    return department === 'Medicine' && place % 3 === 1 ? [...pair(primary), ...pair(other)] : pair(primary)
  }

  const singles = CURRICULUM[department].singles.map(([name, label, type, detail, total, passing], place): TaskPlan => {
    const phase = PHASES[place] as Phase
    const span = dates(phase, place, random)
    const [start, end] = span ?? [-20 - random.whole(0, 9), 0]
    const createdOn = addDays(college.today, Math.min(start - random.whole(1, 5), -1))
    return {
      name,
      label: place === 4 ? null : label,
      type,
      detail,
      totalMarks: total,
      criteria: RUBRICS.get(name) ?? null,
      passingMarks: place === 8 ? null : passing,
      startDate: span ? addDays(college.today, start) : null,
      startsOn: addDays(college.today, start),
      endsOn: span ? addDays(college.today, end) : null,
      createdOn,
      description: SENTENCES.taskDescriptions[type] ?? null,
      department,
      phase,
      place,
      status: statusOf(phase),
      createdBy: head?.userId ?? null,
      groups: groupsFor(place, phase),
    }
  })

  const bulk = CURRICULUM[department].bulk.map(([name, times], place): TaskPlan => {
    const phase = place === 3 ? 'old logbook' : 'logbook'
    const [start, end] = BULK_DATES[place] ?? [0, 0]
    const bulkDay = addDays(college.today, start - turn)
    return {
      name,
      label: null,
      type: null,
      detail: String(times),
      totalMarks: null,
      criteria: null,
      passingMarks: null,
      startDate: bulkDay,
      startsOn: bulkDay,
      endsOn: addDays(college.today, end + turn),
      createdOn: bulkDay,
      description: null,
      department,
      phase,
      place: undefined,
      status: statusOf(phase),
      createdBy: head?.userId ?? null,
      groups: [0, 1, 2].flatMap(ofBatch),
    }
  })
  return [...bulk, ...singles]
}

/** Sixteen tasks in each academic department, by the day they were added. */
export async function fillTasks(
  tx: Db,
  college: College,
  groups: Group[],
  staff: StaffMember[],
  skills: SkillIds,
): Promise<Task[]> {
  const random = randomFrom(2001)
  const all = ACADEMIC.flatMap((department) => planned(department, groups, college, staff, random))
  all.sort((a, b) => (a.createdOn < b.createdOn ? -1 : a.createdOn > b.createdOn ? 1 : 0))
  const ids = await insertForIds(
    tx,
    'tasks',
    all.map((task) => ({
      name: task.name,
      type: task.type,
      detail: task.detail,
      label: task.label,
      criteria: task.criteria && JSON.stringify(task.criteria),
      total_marks: task.totalMarks,
      passing_marks: task.passingMarks,
      start_date: task.startDate,
      end_date: task.endsOn,
      description: task.description,
      department_id: college.departments[task.department],
      status: task.status,
      task_type: task.place === undefined ? ('bulk' as const) : ('single' as const),
      skill_id: task.place === undefined ? (skills[task.department].get(task.name) ?? null) : null,
      created_by: task.createdBy,
      created_at: new Date(`${task.createdOn}T06:00:00Z`),
      updated_at: new Date(`${task.createdOn}T06:00:00Z`),
    })),
  )
  const tasks = all.map((task, index): Task => ({ ...task, id: ids[index] as number }))
  await insertRows(
    tx,
    'task_groups',
    tasks.flatMap((task) =>
      task.groups.map((group, position) => ({
        task_id: task.id,
        group_id: group.id,
        department_id: college.departments[task.department],
        position,
      })),
    ),
  )
  return tasks
}
