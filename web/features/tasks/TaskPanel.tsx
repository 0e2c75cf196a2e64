import type { Task } from '../../../shared/contract/tasks.ts'
import { isOverdue } from '../../../shared/policies/submissions.ts'
import { formatDay } from '../../core/formats.ts'
import { CriteriaList } from '../../parts/CriteriaList.tsx'
import { Text } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dotted } from '../../ui/texts.ts'
import { askedText, countText, detailLabel, detailText, groupsByBatch } from './rules.ts'
import { TaskCountPanel } from './TaskCountPanel.tsx'
import classes from './TaskPanel.module.css'

/** Returns "1 Nov 2026 to 20 Nov 2026", or the single day that is set. */
export function daysOf({ start_date, end_date }: Pick<Task, 'start_date' | 'end_date'>): string | undefined {
  if (start_date && end_date) return `${formatDay(start_date)} to ${formatDay(end_date)}`
  if (start_date) return `From ${formatDay(start_date)}`
  return end_date ? `Until ${formatDay(end_date)}` : undefined
}

/** The facts that a student needs while doing the task. */
export function TaskFacts({ task }: { task: Task }) {
  const facts = [
    detailText(task),
    daysOf(task),
    task.total_marks === null ? undefined : `Total marks ${task.total_marks}`,
    task.passing_marks === null ? undefined : `Passing marks ${task.passing_marks}`,
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {dotted(facts)}
        </Text>
      )}
      <TaskCountPanel task={task} />
      {task.description && (
        <Text size="sm" mt={4} className={classes.text}>
          {task.description}
        </Text>
      )}
      {isOverdue(task) && <StatusBadge status="overdue" label="Overdue: it will be marked late" />}
    </>
  )
}

/** Shows all fields of a task. */
export function TaskPanel({ task }: { task: Task }) {
  return (
    <Facts
      facts={[
        ['Task Name', task.name],
        ['Type', task.type],
        [detailLabel(task), task.detail],
        ...(task.task_type === 'bulk'
          ? ([
              ['Skill', task.skill && <bdi key="skill">{task.skill.name}</bdi>],
              ['Asked for', askedText(task)],
              ...(task.logbook ? ([['Counted', countText(task)]] as const) : []),
            ] as const)
          : []),
        ['Label', task.label],
        ['Total Marks', task.total_marks],
        ['Passing Marks', task.passing_marks],
        ['Start Date', task.start_date && formatDay(task.start_date)],
        ['End Date', task.end_date && formatDay(task.end_date)],
        ['Department', task.department.name],
        ['Groups', groupsByBatch(task.groups).join('\n')],
        ['Description', task.description, 'wide'],
        ...(task.criteria
          ? [['Criteria', <CriteriaList key="criteria" criteria={task.criteria} fine="whole" />, 'wide'] as const]
          : []),
        ['Status', <StatusBadge key="status" status={task.status} />],
      ]}
    />
  )
}
