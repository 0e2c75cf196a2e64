import { IconArrowLeft, IconHome } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import type { User } from '../../shared/contract/auth.ts'
import { can } from '../../shared/permissions.ts'
import { useCollegeName } from '../core/college-facts.ts'
import { useRoles } from '../core/login.ts'
import { hasPageBefore } from '../core/page-before.ts'
import { ActionIcon } from '../ui/buttons.tsx'
import { CollegeMark } from '../ui/CollegeMark.tsx'
import { idly } from '../ui/later.tsx'
import classes from './Frame.module.css'
import { PrintedBy } from './PrintedBy.tsx'
import { ScreenLink } from './ScreenLink.tsx'
import { SearchButton } from './SearchButton.tsx'
import { UnsentLink } from './UnsentLink.tsx'
import { UserMenu } from './UserMenu.tsx'

// Most people have nothing waiting.
const WaitingLink = idly(async () => (await import('./WaitingLink.tsx')).WaitingLink)

export function Header({ user }: { user: User }) {
  const location = useLocation()
  const navigate = useNavigate()
  const roles = useRoles()
  const atHome = location.pathname === '/dashboard'
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        {atHome ? (
          <ActionIcon component={ScreenLink} to="/dashboard" variant="subtle" size="lg" aria-label="Home">
            <IconHome size={22} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label="Back"
            onClick={() => (hasPageBefore(location) ? navigate(-1) : navigate('/dashboard'))}
          >
            <IconArrowLeft size={22} aria-hidden />
          </ActionIcon>
        )}
        <CollegeMark />
        <span className={classes.college}>{useCollegeName()}</span>
        <UnsentLink />
        {can(roles, 'reportings:create') && <WaitingLink />}
        {can(roles, 'search:read') && <SearchButton />}
        <UserMenu user={user} />
        <PrintedBy name={user.name} />
      </div>
    </header>
  )
}
