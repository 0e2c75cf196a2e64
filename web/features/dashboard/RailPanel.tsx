import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useRoles } from '../../core/login.ts'
import { chooseRail, useRail } from '../../layout/rail.ts'
import classes from './Navigation.module.css'
import { WaysList } from './WaysList.tsx'
import type { Way } from './ways.ts'

/**
 * The screens at the left of every screen, with their names or as icons alone. Links that the screen itself has are for the
 * eye and the pointer.
 */
export function RailPanel({ ways }: { ways: readonly Way[] }) {
  const roles = useRoles()
  const isOpen = useRail() === 'open'
  const Icon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  const does = isOpen ? 'Fold the navigation' : 'Unfold the navigation'
  return (
    <nav className={classes.rail} aria-label="Navigation">
      <button
        type="button"
        className={classes.fold}
        title={does}
        aria-expanded={isOpen}
        onClick={() => chooseRail(isOpen ? 'folded' : 'open')}
      >
        <Icon size={20} aria-hidden />
      </button>
      <WaysList roles={roles} ways={ways} isNamed={isOpen} isBeside />
    </nav>
  )
}
