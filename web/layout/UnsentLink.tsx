import { useLocation } from 'react-router'
import { kinds } from '../offline/kinds.ts'
import { outbox } from '../offline/outbox.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ScreenLink } from './ScreenLink.tsx'

/** Counts the saved records that have not reached the server, on every screen but the one that lists them. */
export function UnsentLink() {
  const { pathname } = useLocation()
  const entries = outbox.use()
  return kinds.map(({ title, screen, isOwn }) => {
    const own = screen === pathname ? [] : entries.filter(isOwn)
    const failed = own.filter(({ state }) => state === 'failed' || state === 'conflict').length
    // An entry that is on its way has no problem yet.
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
