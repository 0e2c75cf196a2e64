import { outbox } from '../offline/outbox.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ScreenLink } from './ScreenLink.tsx'

/** What was saved and has not reached the server, whatever screen the person is on; attendance alone is sent so. */
export function UnsentLink() {
  const entries = outbox.use()
  const failed = entries.filter(({ state }) => state === 'failed' || state === 'conflict').length
  // One that is only on its way has no problem yet.
  const waiting = entries.filter(({ state, problem }) => state === 'waiting' && problem !== null).length
  if (failed + waiting === 0) return null
  const [status, count] = failed > 0 ? (['failed', failed] as const) : (['waiting', waiting] as const)
  return (
    <ScreenLink to="/attendance" aria-label={`Attendance not sent: ${count} ${status}`}>
      <StatusBadge status={status} label={`${count} ${status}`} />
    </ScreenLink>
  )
}
