import { formatDate } from '../core/formats.ts'
import { usePrinting } from '../ui/OnPaper.tsx'
import classes from './Frame.module.css'

/** Says on paper who has printed the page, and when. */
export const PrintedBy = ({ name }: { name: string }) =>
  usePrinting() && (
    <span className={classes.printed}>
      Printed by <bdi>{name}</bdi> on {formatDate(new Date().toISOString())}
    </span>
  )
