import { useMemo } from 'react'
import type { Task } from '../../../shared/contract/tasks.ts'
import { DEFAULT_TOTAL_MARKS, UNGRADED_DAYS } from '../../../shared/limits.ts'
import { can } from '../../../shared/permissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { isOverdue, studentMay, workStateOf } from '../../../shared/policies/submissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowText, RowWords } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { detailText, groupsByBatch } from './rules.ts'
import { isLoggable, LogLink, TaskCountPanel } from './TaskCountPanel.tsx'
import { daysOf } from './TaskPanel.tsx'
import classes from './TasksTable.module.css'

export type TaskAction = 'view' | 'edit' | 'delete' | 'submissions' | 'submit' | 'my-submission'

interface Props {
  tasks: readonly Task[]
  roles: readonly string[]
  loading?: boolean
  /** The tasks are of several departments, so each says which. */
  ofSeveral?: boolean
  onAction: (action: TaskAction, task: Task) => void
}

const nameId = (task: Task) => `task-${task.id}`

const taskId = ({ id }: Task) => id

const columnsFor = ({ roles, ofSeveral = false, onAction }: Omit<Props, 'tasks'>): Column<Task>[] => [
  { header: 'Task Name', cell: (task) => <TaskName task={task} ofSeveral={ofSeveral} /> },
  {
    header: 'Group',
    cell: (task) => (
      <div className={classes.groups}>
        {groupsByBatch(task.groups).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    ),
  },
  { header: 'Status', cell: (task) => <TaskStatus task={task} /> },
  { header: 'Actions', end: true, cell: (task) => <TaskActions task={task} roles={roles} onAction={onAction} /> },
]

export function TasksTable({ tasks, roles, loading = false, ofSeveral = false, onAction }: Props) {
  const columns = useMemo(() => columnsFor({ roles, ofSeveral, onAction }), [roles, ofSeveral, onAction])
  return <DataTable caption="Tasks" columns={columns} rows={tasks} rowKey={taskId} loading={loading} />
}

function TaskName({ task, ofSeveral }: { task: Task; ofSeveral: boolean }) {
  const below = {
    department: ofSeveral && task.department.name,
    detail: detailText(task),
    label: task.label,
    days: daysOf(task),
  }
  return (
    <div>
      <RowText kind="name" id={nameId(task)}>
        {task.name}
      </RowText>
      {Object.entries(below).map(
        ([name, line]) =>
          line && (
            <RowText key={name} kind="detail" own>
              {line}
            </RowText>
          ),
      )}
      <TaskCountPanel task={task} thin />
    </div>
  )
}

/** Shows the task's status, with the student's own work, or for staff the number of submissions. */
function TaskStatus({ task }: { task: Task }) {
  const { submission, submission_count, graded_count, waiting } = task
  const isLacking = isOverdue({ ...task, counted: task.logbook?.counted }) && submission_count === null
  return (
    <div>
      <RowWords>
        {/* The word “Active” beside it would contradict. */}
        {isLacking ? <StatusBadge status="overdue" /> : <StatusBadge status={task.status} />}
        {submission && submission.marks === null && <StatusBadge status={submission.status} />}
        {submission && submission.marks !== null && (
          <StatusBadge
            status="graded"
            label={`Graded ${submission.marks} / ${task.total_marks ?? DEFAULT_TOTAL_MARKS}`}
          />
        )}
        {submission?.is_late && <StatusBadge status="late" />}
      </RowWords>
      {submission_count !== null && (
        <RowText kind="detail" figures>
          {submission_count} submitted, {graded_count} graded
        </RowText>
      )}
      {waiting && (
        <RowText kind="detail">
          {waitingText(waiting.count, (submission_count ?? 0) - (graded_count ?? 0))}, oldest of{' '}
          {writtenDay(waiting.since)}
        </RowText>
      )}
    </div>
  )
}

/** In the list of long-waiting work the count may be smaller than the number of all ungraded submissions. */
const waitingText = (count: number, all: number) =>
  count < all ? `${count} of ${all} to grade for over ${UNGRADED_DAYS} days` : `${count} to grade`

interface ActionsProps {
  task: Task
  roles: readonly string[]
  onAction: (action: TaskAction, task: Task) => void
}

function TaskActions({ task, roles, onAction }: ActionsProps) {
  const button = (action: TaskAction, label: string, main = false) => (
    <RowButton main={main} of={nameId(task)} onClick={() => onAction(action, task)}>
      {label}
    </RowButton>
  )
  const isStudent = can(roles, 'submissions:submit')
  const isStaff = roles.some((role) => role !== 'student')
  return (
    <div className={classes.actions}>
      {can(roles, 'submissions:review') && button('submissions', 'View Submissions')}
      {isStudent &&
        task.submission &&
        button('my-submission', 'View My Submission', workStateOf(task.submission, task) === 'returned')}
      {isStudent &&
        allows(studentMay.submit, workStateOf(task.submission, task)) &&
        button('submit', 'Submit Task', true)}
      {isStudent && isLoggable(task) && <LogLink task={task} of={nameId(task)} />}
      <RowActions
        of={task.name}
        view={isStaff}
        edit={can(roles, 'tasks:update')}
        remove={can(roles, 'tasks:delete')}
        onAction={(action) => onAction(action, task)}
      />
    </div>
  )
}
