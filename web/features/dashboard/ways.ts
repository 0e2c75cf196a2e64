import type { TodayPart } from '../../../shared/contract/today.ts'
import { can, hasAnyRole, ROLES, type RoleName } from '../../../shared/permissions.ts'
import { type Screen, type ScreenLook, WAY_GROUPS } from '../../core/screens.ts'
import type { Deed } from './api.ts'
import { looksOf } from './looks.ts'

/** A screen as the navigation offers it. */
export interface Way extends Pick<ScreenLook, 'title' | 'icon' | 'key'>, Required<Pick<ScreenLook, 'beside'>> {
  /** The path of the screen. */
  path: string
  to: string
  /** The title where there is little room. */
  short: string
  group: NonNullable<ScreenLook['group']>
  /** The number of Today's records that wait behind it. */
  count: number
}

/** The screens of a phone's bar beside Today: the three that people of a role open most. */
const MOST_USED: Readonly<Record<RoleName, readonly string[]>> = {
  admin: ['/students', '/staff', '/groups'],
  principal: ['/reports', '/reporting', '/students'],
  hod: ['/attendance', '/tasks', '/reports'],
  faculty: ['/attendance', '/tasks', '/assessment'],
  clerk: ['/attendance', '/assessment', '/staff'],
  'student-affair': ['/students', '/groups', '/feedback'],
  student: ['/logbook', '/tasks', '/my-results'],
}

/** Returns true when people of these roles see the screen: its tile, or the screen itself where it has none. */
const isFor = (roles: readonly string[], { tile, roles: openTo }: Screen) => {
  const seenBy = tile?.roles ?? openTo
  return !seenBy || hasAnyRole(roles, seenBy)
}

/** Returns the screens of people with these roles, with the numbers of what waits for them, in the order of the groups. */
export function waysFor(roles: readonly string[], screens: readonly Screen[], day: readonly TodayPart[]): Way[] {
  const ways = looksOf(screens).flatMap(
    ({ screen, title, short = title, icon, group, key, beside = [], waiting = [], opens }) => {
      if (!group || !isFor(roles, screen)) return []
      const count = day.reduce((sum, { kind, total }) => (waiting.includes(kind) ? sum + total : sum), 0)
      const { path } = screen
      return [
        { path, to: path + (opens?.(roles) ?? ''), title, short, icon, group, ...(key && { key }), beside, count },
      ]
    },
  )
  return WAY_GROUPS.flatMap((group) => ways.filter((way) => way.group === group))
}

/** Returns the four screens of a phone's bar. */
export function barOf(roles: readonly string[], ways: readonly Way[]): Way[] {
  const role = ROLES.find((one) => roles.includes(one))
  return ['/dashboard', ...(role ? MOST_USED[role] : [])].flatMap((one) => ways.find(({ path }) => path === one) ?? [])
}

const GROUP_NAMES = { teaching: 'Teaching', people: 'People', reports: 'Reports', college: 'College' } as const

/** Returns the groups of these screens, with their names as people of these roles say them; Today has none. */
export function groupsOf(roles: readonly string[], ways: readonly Way[]) {
  return WAY_GROUPS.flatMap((group) => {
    const of = ways.filter((way) => way.group === group)
    const name = group === 'today' ? undefined : GROUP_NAMES[group]
    const said = group === 'teaching' && can(roles, 'submissions:submit') ? 'Learning' : name
    return of.length > 0 ? [{ group, name: said, of }] : []
  })
}

/** Returns true on the screen itself and on those below it. */
export const isAt = (at: string, { path }: Pick<Way, 'path'>) => at === path || at.startsWith(`${path}/`)

/**
 * Returns true where the screen itself has a link of this name: no key and no screen reader stops at the navigation's.
 * The tiles of the dashboard lead to all screens.
 */
export const isQuiet = (at: string, ways: readonly Way[], { path }: Way): boolean =>
  at === '/dashboard' || ways.some((way) => way.path === at && way.beside.includes(path))

/** Returns the address that a link of the navigation leads to: on the screen itself it changes nothing. */
export function addressOf({ path, to }: Pick<Way, 'path' | 'to'>, at: { pathname: string; search: string }): string {
  if (at.pathname !== path) return to
  const left = new URLSearchParams(at.search)
  left.delete('menu')
  return left.size > 0 ? `${path}?${left}` : path
}

/** Returns all that the search can lead people of these roles to by its name: screens, and deeds that begin on them. */
export const deedsFor = (roles: readonly string[], screens: readonly Screen[]): Deed[] =>
  looksOf(screens)
    .filter(({ screen }) => isFor(roles, screen))
    .flatMap(({ screen, title, short = '', deeds = [] }) => [
      { title, also: short, to: screen.path },
      ...deeds.flatMap(({ action, ...deed }) => (can(roles, action) ? [{ also: '', ...deed }] : [])),
    ])
