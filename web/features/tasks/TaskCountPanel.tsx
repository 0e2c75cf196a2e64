import type { Task } from '../../../shared/contract/tasks.ts'
import { Bar } from '../../ui/ProgressBar.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { countText } from './rules.ts'
import classes from './TaskCountPanel.module.css'

/** Returns true for a student's task of which another performance can be logged. */
export const isLoggable = ({ status, logbook, skill }: Task) =>
  status === 'active' && logbook !== null && skill !== null

/** Shows a student how many performances of a bulk task count, and how many are still to be signed. */
export function TaskCountPanel({ task, thin = false }: { task: Task; thin?: boolean }) {
  const { logbook, required_count, name } = task
  if (logbook === null || required_count === null) return null
  const percent = Math.min(100, Math.round((logbook.counted / Math.max(required_count, 1)) * 100))
  return (
    <div className={classes.count}>
      <div aria-hidden>
        <Bar of={name} percent={percent} thin={thin} />
      </div>
      <RowText kind="detail" figures>
        {countText(task)}
      </RowText>
    </div>
  )
}

/**
 * Leads to the form of the logbook with the skill of a task. It is a plain link, as rows have them (ui/RowLink.tsx);
 * `of` is the id of the element with the task's name.
 */
export const LogLink = ({ task, of }: { task: Task; of: string }) => (
  <a href={`/logbook?modal=log&id=${task.skill?.id}`} data-leads className={classes.link} aria-describedby={of}>
    Log one
  </a>
)
