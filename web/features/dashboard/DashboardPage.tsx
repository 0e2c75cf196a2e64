import { IconPlus, IconQrcode, IconUserOff } from '@tabler/icons-react'
import { can, hasAnyRole, type RoleName } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useWaiting } from './api.ts'
import classes from './DashboardPage.module.css'
import { FirstStepsPanel } from './FirstStepsPanel.tsx'
import { StatisticsTable } from './StatisticsTable.tsx'
import { TodayPanel } from './TodayPanel.tsx'

/** A screen as the dashboard offers it. */
export interface Tile extends Pick<ScreenLook, 'title' | 'text' | 'icon'> {
  to: string
  roles: readonly RoleName[]
}

/** The roles whose people stand at the bedside with a student. */
const SUPERVISORS: readonly RoleName[] = ['hod', 'faculty']

export function DashboardPage({ tiles: all }: { tiles: readonly Tile[] }) {
  const roles = useRoles()
  const waiting = useWaiting(roles)
  const tiles = all.filter((tile) => hasAnyRole(roles, tile.roles))
  return (
    <Page
      title="Dashboard"
      actions={
        <>
          {can(roles, 'logbook:log') && (
            <ScreenButton to="/logbook?modal=log" icon={IconPlus}>
              Log a performance
            </ScreenButton>
          )}
          {hasAnyRole(roles, SUPERVISORS) && (
            <ScreenButton to="/logbook?modal=sign" icon={IconQrcode}>
              Sign by code
            </ScreenButton>
          )}
        </>
      }
    >
      {roles.length === 0 ? (
        <Prompt
          icon={IconUserOff}
          title="Nothing to show yet"
          text="No role has been assigned to your account. Please contact the administrator."
        />
      ) : (
        <>
          {can(roles, 'dashboard:first-steps') && <FirstStepsPanel />}
          {can(roles, 'today:read') && <TodayPanel />}
          <CardGrid label="Modules" columns={3}>
            {tiles.map(({ to, title, text, icon: Icon }) => (
              <li key={to}>
                <ScreenLink to={to} className={classes.tile}>
                  <span className={classes.icon}>
                    <Icon size={28} stroke={1.6} aria-hidden />
                  </span>
                  <span>
                    <span className={classes.title}>{title}</span>
                    <span className={classes.text}>{typeof text === 'string' ? text : text(roles)}</span>
                    {waiting[to] !== undefined && (
                      <span className={classes.waiting}>
                        {waiting[to] && <StatusBadge status="waiting" label={waiting[to]} />}
                      </span>
                    )}
                  </span>
                </ScreenLink>
              </li>
            ))}
          </CardGrid>
        </>
      )}
      {can(roles, 'dashboard:statistics') && <StatisticsTable />}
    </Page>
  )
}
