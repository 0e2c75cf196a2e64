import { matchPath } from 'react-router'

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
