import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import type { TodayWord } from '../../shared/contract/today.ts'
import type { Action, RoleName } from '../../shared/permissions.ts'
import type { Code } from './code.ts'
import type { Needs } from './needs.ts'

/** A screen as its feature's `screen.ts` declares it. */
export interface Screen {
  path: string
  /** Loads its code, and that code alone, when it is opened or a link to it is pointed at. `needs` starts its calls. */
  load: (screens: readonly Screen[]) => Promise<{ Page: ComponentType; needs?: Needs }>
  /** The dialogs whose code comes with it where the address opens them, by the address's `modal`. */
  dialogs?: Readonly<Record<string, Code<unknown>>>
  /** The roles that may open it, if not everybody who is signed in. */
  roles?: readonly RoleName[]
  /** The choices without which it lists nothing. They are kept on the device (places.ts). */
  remembers?: {
    /** The names in the address of those that all such screens share. */
    names?: Partial<Record<'department' | 'batch' | 'group', string>>
    /** True where the address keeps a tab. */
    tab?: true
    /** True where the address keeps the order of the list, and no tab. */
    sort?: true
    /** The choices with which the list is fetched without a press. */
    fetchedWith?: readonly ('department' | 'batch' | 'group')[]
  }
  /** The roles that see its tile on the dashboard. */
  tile?: { roles: readonly RoleName[] }
}

/** The groups of the navigation, in their order. */
export const WAY_GROUPS = ['today', 'teaching', 'people', 'reports', 'college'] as const

/** A screen as the `look.ts` beside it declares it: for the dashboard, the navigation and the search. */
export interface ScreenLook {
  screen: Screen
  title: string
  /** Says what the screen is for, to people of these roles. */
  text: string | ((roles: readonly string[]) => string)
  icon: TablerIcon
  /** Its group in the navigation, if it is there. */
  group?: (typeof WAY_GROUPS)[number]
  /** The part of the address with which the navigation opens it for people of these roles, where the bare one says less. */
  opens?: (roles: readonly string[]) => string
  /** The paths of the screens that its own buttons lead to. The navigation offers them once more to the eye alone. */
  beside?: readonly string[]
  /** The letter that leads to it after `g`. */
  key?: string
  /** The title where there is little room. */
  short?: string
  /** The kinds of Today's records that are counted beside its name. */
  waiting?: readonly TodayWord[]
  /** Deeds that begin at an address of it, and the action that each is. The search finds them, also by other words. */
  deeds?: readonly { title: string; also?: string; to: string; action: Action }[]
}

/** The loaders of the screens' code. The route table fills this map, and links load from it ahead of the click. */
const screens = new Map<string, () => Promise<unknown>>()

export function knowScreen(path: string, load: () => Promise<unknown>): void {
  screens.set(path, load)
}

/** Loads a screen's code ahead; a failure shows when the screen is opened. */
export function prefetchScreen(path: string): void {
  const load = screens.get(path) ?? [...screens].find(([screen]) => matchPath(screen, path))?.[1]
  load?.().catch(() => undefined)
}
