import { useQuery } from '@tanstack/react-query'
import { UNRESOLVED_STATUSES } from '../../../shared/policies/reportings.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { percentText } from '../../parts/attendance-texts.ts'
import { type Figure, FigureCards } from '../../ui/FigureCards.tsx'
import { ownResultsQuery } from '../assessments/own.api.ts'
import { recordQuery } from '../student-attendance/api.ts'
import { casesQuery, tasksQuery } from './api.ts'
import { attendanceOf, passedOf, tasksThat, tellsWork } from './rules.ts'
import classes from './StudentPage.module.css'

interface Props {
  studentId: number
  /** True when the person may see tasks (`works`) or cases (`reports`). */
  works: boolean
  reports: boolean
}

const UNRESOLVED: readonly string[] = UNRESOLVED_STATUSES

const leadingTo = (section: string, word: string) => (figure: string) => (
  <AddressLink label={`${figure} ${word}`} changes={{}} hash={`#${section}`} className={classes.figure}>
    {figure}
  </AddressLink>
)

/** Stands in place of an unknown figure. */
const UNKNOWN = '–'

/** Shows the figures of each section, which lead to it. */
export function SummaryCards({ studentId, works, reports }: Props) {
  const record = useQuery(recordQuery(studentId)).data
  const tasks = useQuery({ ...tasksQuery(studentId), enabled: works }).data
  const results = useQuery(ownResultsQuery(studentId)).data
  const cases = useQuery({ ...casesQuery(studentId), enabled: reports }).data
  const attendance = record && attendanceOf(record)
  const marks = results && passedOf(results)
  const handedIn = tasks && tellsWork(tasks) ? tasksThat('handed_in', tasks).length : undefined
  const figures: (Figure | false)[] = [
    {
      label: 'Attendance',
      value: attendance ? percentText(attendance.rate) : UNKNOWN,
      note: attendance ? `${attendance.present} present of ${attendance.total}` : '\u00a0',
      link: leadingTo('attendance', 'Attendance'),
    },
    works && {
      label: handedIn === undefined ? 'Tasks Given' : 'Tasks Handed In',
      value: tasks ? (handedIn ?? tasks.length) : UNKNOWN,
      note: handedIn === undefined || !tasks ? '\u00a0' : `of ${tasks.length} given`,
      link: leadingTo('tasks', 'Tasks'),
    },
    {
      label: 'Results Passed',
      value: marks ? marks.passed : UNKNOWN,
      note: marks ? `of ${marks.of} with passing marks` : '\u00a0',
      link: leadingTo('results', 'Results'),
    },
    reports && {
      label: 'Reports',
      value: cases ? cases.length : UNKNOWN,
      note: cases ? `${cases.filter(({ status }) => UNRESOLVED.includes(status)).length} unresolved` : '\u00a0',
      link: leadingTo('reports', 'Reports'),
    },
  ]
  return <FigureCards label="At a glance" figures={figures.filter((figure) => figure !== false)} />
}
