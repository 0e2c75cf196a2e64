import type { Batch } from '../../../shared/contract/batches.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './BatchPanel.module.css'

/** Every field of a batch, to read. */
export function BatchPanel({ batch: { name, current_year, description, status } }: { batch: Batch }) {
  return (
    <dl className={classes.fields}>
      <div className={classes.field} data-wide>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
      </div>
      <div className={classes.field}>
        <dt>Current Year</dt>
        <dd>{current_year}</dd>
      </div>
      <div className={classes.field}>
        <dt>Status</dt>
        <dd>
          <StatusBadge status={status} />
        </dd>
      </div>
      <div className={classes.field} data-wide>
        <dt>Description</dt>
        <dd dir="auto">{description ?? '—'}</dd>
      </div>
    </dl>
  )
}
