import { useQuery } from '@tanstack/react-query'
import type { StudentTask } from '../../../shared/contract/student-tasks.ts'
import { UNRESOLVED_STATUSES } from '../../../shared/policies/reportings.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { attendanceOf, percentText } from '../../parts/attendance-texts.ts'
import { type Figure, FigureCards } from '../../ui/FigureCards.tsx'
import { ownResultsQuery } from '../assessments/own.api.ts'
import { recordQuery } from '../student-attendance/api.ts'
import { casesQuery, tasksQuery } from './api.ts'
import { passedOf, tasksThat, tellsWork } from './rules.ts'
import classes from './StudentPage.module.css'

interface Props {
  studentId: number
  /** True when the person may see tasks (`works`) or cases (`reports`). */
  works: boolean
  reports: boolean
}

const UNRESOLVED: readonly string[] = UNRESOLVED_STATUSES

const unresolvedOf = (cases: readonly { status: string }[]) =>
  cases.filter(({ status }) => UNRESOLVED.includes(status)).length

const leadingTo = (section: string, word: string) => (figure: string) => (
  <AddressLink label={`${figure} ${word}`} changes={{}} hash={`#${section}`} className={classes.figure}>
    {figure}
  </AddressLink>
)

/** Stands in place of an unknown figure; the empty note keeps its room. */
const UNKNOWN = { value: '–', note: '\u00a0' }

/** Counts the handed in of all tasks, or only all if the person may not read submissions. */
function taskFigure(tasks: readonly StudentTask[] | undefined): Omit<Figure, 'link'> {
  if (!tasks) return { label: 'Tasks Given', ...UNKNOWN }
  if (!tellsWork(tasks)) return { label: 'Tasks Given', value: tasks.length, note: UNKNOWN.note }
  return { label: 'Tasks Handed In', value: tasksThat('handed_in', tasks).length, note: `of ${tasks.length} given` }
}

/** Shows the figures of each section, which lead to it. */
export function SummaryCards({ studentId, works, reports }: Props) {
  const record = useQuery(recordQuery(studentId)).data
  const tasks = useQuery({ ...tasksQuery(studentId), enabled: works }).data
  const results = useQuery(ownResultsQuery(studentId)).data
  const cases = useQuery({ ...casesQuery(studentId), enabled: reports }).data
  const attendance = record && attendanceOf(record)
  const marks = results && passedOf(results)
  const figures: (Figure | false)[] = [
    {
      label: 'Attendance',
      ...(attendance
        ? { value: percentText(attendance.precise_rate), note: `${attendance.present} present of ${attendance.total}` }
        : UNKNOWN),
      link: leadingTo('attendance', 'Attendance'),
    },
    works && { ...taskFigure(tasks), link: leadingTo('tasks', 'Tasks') },
    {
      label: 'Results Passed',
      ...(marks ? { value: marks.passed, note: `of ${marks.of} with passing marks` } : UNKNOWN),
      link: leadingTo('results', 'Results'),
    },
    reports && {
      label: 'Reports',
      ...(cases ? { value: cases.length, note: `${unresolvedOf(cases)} unresolved` } : UNKNOWN),
      link: leadingTo('reports', 'Reports'),
    },
  ]
  return <FigureCards label="At a glance" figures={figures.filter((figure) => figure !== false)} />
}
