import { useLocation } from 'react-router'
import { kinds } from '../offline/kinds.ts'
import { outbox } from '../offline/outbox.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ScreenLink } from './ScreenLink.tsx'

/** What was saved and has not reached the server, on every screen but the one that shows it. */
export function UnsentLink() {
  const { pathname } = useLocation()
  const entries = outbox.use()
  return kinds.map(({ title, screen, isOwn }) => {
    const own = screen === pathname ? [] : entries.filter(isOwn)
    const failed = own.filter(({ state }) => state === 'failed' || state === 'conflict').length
    // One that is only on its way has no problem yet.
    const waiting = own.filter(({ state, problem }) => state === 'waiting' && problem !== null).length
    if (failed + waiting === 0) return null
    const [status, count] = failed > 0 ? (['failed', failed] as const) : (['waiting', waiting] as const)
    return (
      <ScreenLink key={screen} to={screen} aria-label={`${title} not sent: ${count} ${status}`}>
        <StatusBadge status={status} label={`${count} ${status}`} />
      </ScreenLink>
    )
  })
}
