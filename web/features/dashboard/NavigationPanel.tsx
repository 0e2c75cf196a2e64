import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { can } from '../../../shared/permissions.ts'
import { isLoginStored, useRoles } from '../../core/login.ts'
import type { Screen } from '../../core/screens.ts'
import { useFrameDialog, useOpenFrameDialog } from '../../core/url-state.ts'
import { whenIdle } from '../../ui/later.tsx'
import { PHONE } from '../../ui/phone.ts'
import { todayQuery } from './api.ts'
import { BarPanel } from './BarPanel.tsx'
import { KeysModal } from './KeysModal.tsx'
import { useLetters } from './letters.ts'
import { RailPanel } from './RailPanel.tsx'
import { ScreensModal } from './ScreensModal.tsx'
import { addressOf, waysFor } from './ways.ts'

/** Long enough for the screen to have its data, and for the noting of its own calls to have ended (opening-calls.ts). */
const SETTLED_MS = 2500
/** Counts this old are read again when the person goes on. After a change they are read again at once. */
const COUNTS_FRESH_MS = 60_000

/** Returns what is known of the day. It is read once a screen has settled: it is no part of the screen. */
function useDay() {
  const client = useQueryClient()
  const { key } = useLocation()
  const reads = can(useRoles(), 'today:read')
  useEffect(() => {
    if (!reads || !key) return
    // A call nobody asked for is not what finds the login gone, and leads away.
    const read = () => {
      if (isLoginStored()) void client.prefetchQuery({ ...todayQuery, staleTime: COUNTS_FRESH_MS })
    }
    const timer = setTimeout(() => whenIdle(read), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [client, reads, key])
  return useQuery({ ...todayQuery, enabled: false }).data?.data ?? []
}

/** Begins at the heading of a screen that the navigation has led to, as after any link that is gone. */
function useHeadingFocus(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const isHere = pathname && document.activeElement?.closest('nav[aria-label="Navigation"]')
    if (isHere) document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
  }, [pathname])
}

/** The navigation: a rail beside every screen, on a phone a bar below it, and letters. */
export function NavigationPanel({ screens }: { screens: readonly Screen[] }) {
  const roles = useRoles()
  const ways = waysFor(roles, screens, useDay())
  const navigate = useNavigate()
  const location = useLocation()
  useHeadingFocus()
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const { value, close } = useFrameDialog('menu')
  const open = useOpenFrameDialog('menu')
  useLetters(
    (letter) => {
      const way = ways.find(({ key }) => key === letter)
      if (way) void navigate(addressOf(way, location))
    },
    () => void open('keys'),
  )
  return (
    <>
      {isPhone ? <BarPanel ways={ways} onMore={() => open('screens')} /> : <RailPanel ways={ways} />}
      {value === 'screens' && <ScreensModal ways={ways} onClose={close} />}
      {value === 'keys' && <KeysModal ways={ways} onClose={close} />}
    </>
  )
}
