import { useMemo } from 'react'
import type { StudentTask } from '../../../shared/contract/student-tasks.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { isOverdue, workStateOf } from '../../../shared/policies/submissions.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { RowText, RowWords } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { RowsTable } from './RowsTable.tsx'
import { tellsWork } from './rules.ts'
import classes from './StudentPage.module.css'

interface Props {
  tasks: readonly StudentTask[]
  reader: 'staff' | 'student'
}

/** Returns the address of the task in its group's list; for a student, of the own work. */
function addressOf({ id, department_id, group, submission = null, ...task }: StudentTask, reader: Props['reader']) {
  const list = `department_id=${department_id}${group ? `&group_id=${group.id}` : ''}`
  const awaited = workStateOf(submission, task) === 'awaited' ? 'submit' : 'view'
  const own = submission ? 'my-submission' : awaited
  const staffs = submission ? 'submissions' : 'view'
  return `/tasks?${list}&modal=${reader === 'student' ? own : staffs}&id=${id}`
}

/** Says how the work for a task stands; of one with a number of performances, how many of them count. */
function Work({ submission = null, ...task }: StudentTask) {
  const { required_count, counted } = task
  const isAsked = required_count !== null && counted !== null
  const isLacking = isOverdue({ ...task, submission })
  const isReached = isAsked && counted >= required_count
  return (
    <div>
      <RowWords>
        {submission && <StatusBadge status={submission.marks === null ? submission.status : 'graded'} />}
        {submission?.is_late && <StatusBadge status="late" />}
        {isReached && <StatusBadge status="completed" />}
        {isLacking && <StatusBadge status="overdue" />}
        {!submission && !isAsked && !isLacking && <StatusBadge status="not_submitted" />}
      </RowWords>
      {isAsked && (
        <RowText kind="detail" figures>
          {counted} of {required_count} counted
        </RowText>
      )}
      {submission && <RowText kind="detail">{formatInstant(submission.date_time)}</RowText>}
    </div>
  )
}

const marksText = ({ submission, total_marks }: StudentTask) =>
  submission && submission.marks !== null ? `${submission.marks} of ${total_marks ?? DEFAULT_TOTAL_MARKS}` : '—'

const WORK: readonly Column<StudentTask>[] = [
  { header: 'Work', cell: (task) => <Work {...task} /> },
  {
    header: 'Marks',
    end: true,
    cell: (task) => <span className={classes.figures}>{marksText(task)}</span>,
  },
  { header: 'Remarks', cell: ({ submission }) => <bdi>{submission?.faculty_remarks ?? '—'}</bdi> },
]

const columnsFor = (reader: Props['reader'], withWork: boolean): readonly Column<StudentTask>[] => [
  {
    header: 'Task',
    cell: (task) => (
      <div>
        <RowText kind="name">
          <RowLink to={addressOf(task, reader)}>
            <bdi>{task.name}</bdi>
          </RowLink>
        </RowText>
        {task.label && (
          <RowText kind="detail" own>
            {task.label}
          </RowText>
        )}
      </div>
    ),
  },
  { header: 'Department', cell: ({ department }) => <bdi>{department.name}</bdi> },
  {
    header: 'Last Day',
    cell: ({ end_date }) => (
      <RowText kind="detail" figures>
        {end_date ? formatDay(end_date) : '—'}
      </RowText>
    ),
  },
  ...(withWork ? WORK : [{ header: 'Status', cell: ({ status }: StudentTask) => <StatusBadge status={status} /> }]),
]

const taskId = ({ id }: StudentTask) => id

export function TasksTable({ tasks, reader }: Props) {
  const withWork = tellsWork(tasks)
  const columns = useMemo(() => columnsFor(reader, withWork), [reader, withWork])
  return <RowsTable caption="Tasks of the student" of="tasks" columns={columns} rows={tasks} rowKey={taskId} />
}
