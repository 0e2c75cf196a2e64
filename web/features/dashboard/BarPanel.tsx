import { IconDots } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { useRoles } from '../../core/login.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { VisuallyHidden } from '../../ui/elements.tsx'
import classes from './Navigation.module.css'
import { Count } from './WaysList.tsx'
import { addressOf, barOf, isAt, isQuiet, type Way } from './ways.ts'

/** A phone's bar: the screens that are opened most, and the way to all others. Links that the screen itself has are for the eye. */
export function BarPanel({ ways, onMore }: { ways: readonly Way[]; onMore: () => void }) {
  const location = useLocation()
  const { pathname } = location
  const bar = barOf(useRoles(), ways)
  const isElsewhere = !bar.some((way) => isAt(pathname, way))
  const others = ways.filter((way) => !bar.includes(way)).reduce((sum, { count }) => sum + count, 0)
  return (
    <nav className={classes.bar} aria-label="Navigation">
      {bar.map((way) => (
        <ScreenLink
          key={way.path}
          to={addressOf(way, location)}
          className={classes.stop}
          aria-current={isAt(pathname, way) ? 'page' : undefined}
          aria-hidden={isQuiet(pathname, ways, way) || undefined}
          tabIndex={isQuiet(pathname, ways, way) ? -1 : undefined}
        >
          <way.icon size={22} stroke={1.7} aria-hidden />
          <span className={classes.stopName}>{way.short}</span>
          {way.count > 0 && <VisuallyHidden> ({way.count} waiting)</VisuallyHidden>}
          <Count of={way.count} />
        </ScreenLink>
      ))}
      <button
        type="button"
        className={classes.stop}
        data-elsewhere={isElsewhere || undefined}
        aria-haspopup="dialog"
        onClick={onMore}
      >
        <IconDots size={22} stroke={1.7} aria-hidden />
        <span className={classes.stopName}>More</span>
        {others > 0 && <VisuallyHidden> ({others} waiting)</VisuallyHidden>}
        <Count of={others} />
      </button>
    </nav>
  )
}
