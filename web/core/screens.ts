import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import type { RoleName } from '../../shared/permissions.ts'
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
  /** The roles that see its tile on the dashboard. */
  tile?: { roles: readonly RoleName[] }
}

/** A tile as the `tile.ts` beside a screen declares it. */
export interface TileLook {
  screen: Screen
  title: string
  /** Says what the screen is for, to people of these roles. */
  text: string | ((roles: readonly string[]) => string)
  icon: TablerIcon
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
