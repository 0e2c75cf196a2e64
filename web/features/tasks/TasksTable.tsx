import { Button, Group, Text } from '@mantine/core'
import type { Task } from '../../../shared/contract/tasks.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { can } from '../../../shared/permissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { studentMay, workStateOf } from '../../../shared/policies/submissions.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { detailText, groupsByBatch, isOverdue } from './rules.ts'
import { daysOf } from './TaskPanel.tsx'
import classes from './TasksTable.module.css'

export type TaskAction = 'view' | 'edit' | 'delete' | 'submissions' | 'submit' | 'my-submission'

interface Props {
  tasks: readonly Task[]
  roles: readonly string[]
  loading?: boolean
  onAction: (action: TaskAction, task: Task) => void
}

const nameId = (task: Task) => `task-${task.id}`

export function TasksTable({ tasks, roles, loading = false, onAction }: Props) {
  const columns: Column<Task>[] = [
    { header: 'Task Name', cell: (task) => <TaskName task={task} /> },
    {
      header: 'Group',
      cell: (task) => (
        <div className={classes.groups}>
          {groupsByBatch(task.groups).map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
        </div>
      ),
    },
    { header: 'Status', cell: (task) => <TaskStatus task={task} /> },
    { header: 'Actions', end: true, cell: (task) => <TaskActions task={task} roles={roles} onAction={onAction} /> },
  ]
  return (
    <DataTable
      caption="Tasks of the group"
      columns={columns}
      rows={tasks}
      rowKey={(task) => task.id}
      loading={loading}
    />
  )
}

function TaskName({ task }: { task: Task }) {
  const below = [detailText(task), task.label, daysOf(task)].filter(Boolean)
  return (
    <div>
      <Text id={nameId(task)} fw={600}>
        {task.name}
      </Text>
      {below.map((line) => (
        <Text key={line} size="sm" c="dimmed" lineClamp={2}>
          {line}
        </Text>
      ))}
    </div>
  )
}

/** The task's status; to a student also how the own work stands, to staff how many have handed in. */
function TaskStatus({ task }: { task: Task }) {
  const { submission, submission_count, graded_count } = task
  return (
    <div>
      <Group gap={4}>
        <StatusBadge status={task.status} />
        {isOverdue(task) && submission_count === null && <StatusBadge status="overdue" />}
        {submission && submission.marks === null && <StatusBadge status="submitted" />}
        {submission && submission.marks !== null && (
          <StatusBadge
            status="graded"
            label={`Graded ${submission.marks} / ${task.total_marks ?? DEFAULT_TOTAL_MARKS}`}
          />
        )}
        {submission?.is_late && <StatusBadge status="late" />}
      </Group>
      {submission_count !== null && (
        <Text size="sm" c="dimmed" mt={4} className={classes.counts}>
          {submission_count} submitted, {graded_count} graded
        </Text>
      )}
    </div>
  )
}

interface ActionsProps {
  task: Task
  roles: readonly string[]
  onAction: (action: TaskAction, task: Task) => void
}

function TaskActions({ task, roles, onAction }: ActionsProps) {
  const button = (action: TaskAction, label: string, variant: 'default' | 'filled') => (
    <Button size="sm" variant={variant} aria-describedby={nameId(task)} onClick={() => onAction(action, task)}>
      {label}
    </Button>
  )
  const isStudent = can(roles, 'submissions:submit')
  const isStaff = roles.some((role) => role !== 'student')
  return (
    <div className={classes.actions}>
      <RowActions
        of={task.name}
        view={isStaff}
        edit={can(roles, 'tasks:update')}
        remove={can(roles, 'tasks:delete')}
        onAction={(action) => onAction(action, task)}
      />
      {can(roles, 'submissions:review') && button('submissions', 'View Submissions', 'default')}
      {isStudent && task.submission && button('my-submission', 'View My Submission', 'default')}
      {isStudent &&
        allows(studentMay.submit, workStateOf(task.submission, task)) &&
        button('submit', 'Submit Task', 'filled')}
    </div>
  )
}
