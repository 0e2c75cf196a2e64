import { useQuery } from '@tanstack/react-query'
import type { StudentTask } from '../../../shared/contract/student-tasks.ts'
import { useFilters } from '../../core/url-state.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton, Text } from '../../ui/elements.tsx'
import { FigureCards } from '../../ui/FigureCards.tsx'
import { tasksQuery } from './api.ts'
import { KIND_RULES, KIND_WORDS, TASK_KINDS, type TaskKind, tasksThat, tellsWork } from './rules.ts'
import { SectionPanel } from './SectionPanel.tsx'
import classes from './StudentPage.module.css'
import { TasksTable } from './TasksTable.tsx'

interface Props {
  studentId: number
  reader: 'staff' | 'student'
}

/** Shows the student's tasks by their state, with the marks. */
export function TasksPanel({ studentId, reader }: Props) {
  const tasks = useQuery(tasksQuery(studentId))
  return (
    <SectionPanel id="tasks" title="Tasks">
      <ListState
        query={tasks}
        skeleton={<Skeleton height={160} role="status" aria-label="Loading" />}
        isEmpty={(found) => found.length === 0}
        empty={<Text>No tasks yet.</Text>}
      >
        {(found) => <Tasks tasks={found} reader={reader} />}
      </ListState>
    </SectionPanel>
  )
}

const MEANINGS: Partial<Record<TaskKind, 'good' | 'bad' | 'waiting'>> = {
  graded: 'good',
  late: 'waiting',
  overdue: 'bad',
}

function Tasks({ tasks, reader }: { tasks: readonly StudentTask[]; reader: Props['reader'] }) {
  const asked = useFilters().text('tasks')
  // A person who may not see submissions gets only the tasks that were given.
  const kinds = tellsWork(tasks) ? TASK_KINDS : (['given'] as const)
  const kind = kinds.find((one) => one === asked) ?? 'given'
  const shown = tasksThat(kind, tasks)
  return (
    <>
      <FigureCards
        label="How the tasks stand"
        figures={kinds.map((one) => ({
          label: KIND_WORDS[one],
          value: tasksThat(one, tasks).length,
          ...(MEANINGS[one] && { meaning: MEANINGS[one] }),
          link: (figure) => (
            <AddressLink
              label={`${figure} ${KIND_WORDS[one]}`}
              changes={{ tasks: one === 'given' ? null : one }}
              current={one === kind}
              className={classes.figure}
            >
              {figure}
            </AddressLink>
          ),
        }))}
      />
      <Text size="sm" c="dimmed" role="status">
        {KIND_WORDS[kind]}: {KIND_RULES[kind]}
      </Text>
      {shown.length === 0 ? <Text>None.</Text> : <TasksTable key={kind} tasks={shown} reader={reader} />}
    </>
  )
}
