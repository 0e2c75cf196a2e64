import { useQuery } from '@tanstack/react-query'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './Frame.module.css'
import { ScreenLink } from './ScreenLink.tsx'
import { waitingReportsQuery } from './waiting.ts'

const ASK_AGAIN_MS = 5 * 60_000

/** Shows the number of reports that wait for the person, on every screen. */
export function WaitingLink() {
  const { data } = useQuery({ ...waitingReportsQuery, refetchInterval: ASK_AGAIN_MS })
  if (!data?.waiting) return null
  const { waiting, overdue } = data
  const said = `${waiting} waiting${overdue > 0 ? `, ${overdue} overdue` : ''}`
  // A phone shows only the number, beside the college's name.
  const label = (
    <>
      {waiting}
      <span className={classes.counted}> waiting</span>
    </>
  )
  return (
    <ScreenLink
      to="/reporting?turn=mine"
      className={classes.waiting}
      data-screen
      aria-label={`Reports: ${said}`}
      title={`Reports: ${said}`}
    >
      <StatusBadge status={overdue > 0 ? 'overdue' : 'waiting'} label={label} />
    </ScreenLink>
  )
}
